# The package that `npm run pack` makes. It holds what it needs, but for the embedded ClickHouse: with
# CLICKHOUSE_URL a server takes its place.
{ stdenv, makeWrapper, nodejs, src }:

stdenv.mkDerivation {
  pname = "footfall";
  version = "0.1.0";
  inherit src;
  nativeBuildInputs = [ makeWrapper ];
  dontBuild = true;
  installPhase = ''
    runHook preInstall
    mkdir -p $out/lib/footfall $out/bin
    cp -r . $out/lib/footfall
    makeWrapper ${nodejs}/bin/node $out/bin/footfall \
      --add-flags --v8-pool-size=1 --add-flags $out/lib/footfall/dist/main.js
    runHook postInstall
  '';
  meta = {
    description = "Self-hosted web analytics on ClickHouse";
    mainProgram = "footfall";
  };
}
