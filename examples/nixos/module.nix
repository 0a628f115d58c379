{ config, lib, pkgs, ... }:

let
  cfg = config.services.footfall;
in
{
  options.services.footfall = {
    enable = lib.mkEnableOption "Footfall web analytics";
    package = lib.mkOption {
      type = lib.types.package;
      description = "The package, as package.nix makes it.";
    };
    port = lib.mkOption {
      type = lib.types.port;
      default = 8080;
      description = "The port on the loopback address, for a reverse proxy.";
    };
    baseUrl = lib.mkOption {
      type = lib.types.str;
      example = "https://stats.example.com";
      description = "Where browsers reach Footfall.";
    };
    environmentFile = lib.mkOption {
      type = lib.types.path;
      description = "A file that only root can read, with CLICKHOUSE_URL and, if you like, API_KEYS.";
    };
    settings = lib.mkOption {
      type = lib.types.attrsOf lib.types.str;
      default = { };
      example = { RETENTION_DAYS = "365"; };
      description = "Other settings, by their variables.";
    };
    memoryMax = lib.mkOption {
      type = lib.types.str;
      default = "2G";
      description = "The memory that Footfall may take.";
    };
  };

  config = lib.mkIf cfg.enable {
    systemd.services.footfall = {
      description = "Footfall web analytics";
      wantedBy = [ "multi-user.target" ];
      wants = [ "network-online.target" ];
      after = [ "network-online.target" "clickhouse.service" ];
      environment = {
        NODE_ENV = "production";
        PORT = toString cfg.port;
        DATA_DIR = "/var/lib/footfall";
        BASE_URL = cfg.baseUrl;
        TRUST_PROXY = "127.0.0.1";
      } // cfg.settings;
      serviceConfig = {
        ExecStart = "${cfg.package}/bin/footfall";
        EnvironmentFile = cfg.environmentFile;
        DynamicUser = true;
        StateDirectory = "footfall";
        StateDirectoryMode = "0700";
        WorkingDirectory = "/var/lib/footfall";
        UMask = "0077";
        Restart = "on-failure";
        RestartSec = 5;
        KillMode = "mixed";
        # A stop ends within 10 s.
        TimeoutStopSec = 15;
        LimitNOFILE = 65536;
        MemoryMax = cfg.memoryMax;
        NoNewPrivileges = true;
        CapabilityBoundingSet = "";
        ProtectSystem = "strict";
        ProtectHome = true;
        ProtectProc = "invisible";
        PrivateTmp = true;
        PrivateDevices = true;
        ProtectClock = true;
        ProtectControlGroups = true;
        ProtectHostname = true;
        ProtectKernelLogs = true;
        ProtectKernelModules = true;
        ProtectKernelTunables = true;
        RestrictAddressFamilies = [ "AF_INET" "AF_INET6" "AF_NETLINK" "AF_UNIX" ];
        RestrictNamespaces = true;
        RestrictRealtime = true;
        RestrictSUIDSGID = true;
        LockPersonality = true;
        RemoveIPC = true;
        SystemCallArchitectures = "native";
        SystemCallFilter = [ "@system-service" "@pkey" ];
        SystemCallErrorNumber = "EPERM";
      };
    };
  };
}
