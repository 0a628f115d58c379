import { availableParallelism } from "node:os";
import { type Static, Type } from "typebox";

import { basePathOf, ownParts } from "./base-path.ts";
import { emailAddressPattern as mailAddress } from "./email-address.ts";
import { StartRefused } from "./errors.ts";
import { clickHouseUrlForm, origins, proxies, refuseNoUrl, servers } from "./setting-values.ts";
import { readSignIn, type SignInSettings } from "./sign-in-settings.ts";
import { compileCheck } from "./validation.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const clickHouseUrl = "https?://[^/?#\\s]+(/[A-Za-z_][A-Za-z0-9_]*)?/?";
const smtpUrlForm = "must have the form smtp(s)://user:password@host:587";
const baseUrlForm =
  "must have the form https://stats.example.com or https://example.com/stats; its path has letters, digits, - and _";
const mailbox = `(${mailAddress}|[^<>,;:"@\\r\\n]+ <${mailAddress}>)`;
const mailDomain = `[^\\s<>,;:"@]+`;

/** The longest text that fits on a button. */
const signInNameMax = 60;
/** Limit of workers, far more than is useful: each has its own caches and connections. */
const workersMax = 256;
/** Queries over the last 30 days must find every event. */
const retentionDaysMin = 31;
const retentionDaysMax = 36_500;
/** Limit of heavy queries at once, because each takes a connection to the store. */
const heavyQueriesMax = 64;
/** A container runtime kills a process 10 s after it asked it to stop. */
const stopSeconds = 10;
/** To count fewer events takes some 50 ms, which is not worth a roll-up. */
const openDayEventsMin = 1_000_000;

/**
 * Every setting: its variable, type, default and meaning. A test ties docs/configuration.md to this
 * schema.
 */
export const Config = Type.Object({
  HOST: Type.String({
    default: "127.0.0.1",
    minLength: 1,
    description: "Address to listen on; `0.0.0.0` or `::` for all.",
  }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    errorMessage: "must be an integer from 0 to 65535",
    description: "Port to listen on; 0 takes a free one and prints it.",
  }),
  DATA_DIR: Type.String({
    default: "./data",
    minLength: 1,
    description:
      "Directory of all local data: the embedded database, the event log and the generated API key.",
  }),
  API_KEYS: Type.Optional(
    Type.String({
      pattern: "^ *[!-+\\--~]{16,} *(, *[!-+\\--~]{16,} *)*$",
      errorMessage: "must be keys of 16 or more visible ASCII characters, separated by commas",
      description: "API keys. Without any, one is generated and stored in `DATA_DIR/api-key`.",
    }),
  ),
  SECRET_KEY: Type.Optional(
    Type.String({
      pattern: "^[!-~]{16,}$",
      errorMessage: "must be 16 or more visible ASCII characters",
      description:
        "Secret that all other keys are derived from, the same on all instances of a store.",
    }),
  ),
  CLICKHOUSE_URL: Type.Optional(
    Type.String({
      pattern: `^ *${clickHouseUrl}( +${clickHouseUrl})* *$`,
      errorMessage: clickHouseUrlForm,
      description:
        "ClickHouse servers to use instead of the embedded one, separated by blanks. Each is a shard.",
    }),
  ),
  TRUST_PROXY: Type.String({
    default: "false",
    description:
      "Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. `true` trusts everybody.",
  }),
  FRAME_ANCESTORS: Type.Optional(
    Type.String({ description: "Origins whose pages may embed the pages of public websites." }),
  ),
  GEOIP_DB: Type.Optional(
    Type.String({
      description: "Path of a city database in MaxMind's format, instead of the bundled one.",
    }),
  ),
  HOSTING_NETWORKS: Type.Optional(
    Type.String({
      description:
        "Path of a file with the numbers of networks that host servers, instead of those shipped.",
    }),
  ),
  READER_RANGES: Type.Optional(
    Type.String({
      description: "Path of a directory with the address ranges of readers, beside those shipped.",
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: "^smtps?://[^/?#\\s]+/?$",
      errorMessage: smtpUrlForm,
      description: "The mail server that sends e-mail reports.",
    }),
  ),
  SMTP_CERTIFICATE: Type.Enum(["checked", "any"], {
    default: "checked",
    errorMessage: "must be checked or any",
    description:
      "Whether the mail server's certificate must be valid, or can be any. That of this machine can always be any.",
  }),
  REPORT_FROM: Type.Optional(
    Type.String({
      pattern: `^${mailbox}$`,
      errorMessage: "must be an address or have the form Name <address>",
      description: "Sender of e-mail reports.",
    }),
  ),
  REPORT_TO: Type.Optional(
    Type.String({
      pattern: `^ *${mailbox} *(, *${mailbox} *)*$`,
      errorMessage: "must be addresses or have the form Name <address>, separated by commas",
      description:
        "Recipients of the e-mail reports of websites that name none, separated by commas.",
    }),
  ),
  // Earlier releases spelled on and off as 1 and 0.
  WEBHOOK_PRIVATE_ADDRESSES: Type.Enum(["on", "off", "1", "0"], {
    default: "off",
    errorMessage: "must be on or off",
    description: "Whether webhooks may call addresses of this machine and of private networks.",
  }),
  BASE_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^/?#\\s@]+(/[A-Za-z0-9_-]+)*/?$",
      errorMessage: baseUrlForm,
      description:
        "Public address of this server, for links and the tracker's snippet. With https, cookies are `Secure`.",
    }),
  ),
  OIDC_ISSUER: Type.Optional(
    Type.String({
      description: "The OpenID Connect provider with which people sign in: its issuer, a URL.",
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ description: "The id that the provider has given to this server." }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ description: "The secret that the provider has given to this server." }),
  ),
  OIDC_NAME: Type.String({
    default: "Company account",
    maxLength: signInNameMax,
    errorMessage: `must have at most ${signInNameMax} characters`,
    description: "The text of the button that signs in with the provider.",
  }),
  OIDC_EMAIL_DOMAINS: Type.Optional(
    Type.String({
      pattern: `^ *${mailDomain} *(, *${mailDomain} *)*$`,
      errorMessage: "must be domains, separated by commas",
      description:
        "Domains of the e-mail addresses that may sign in with the provider, separated by commas.",
    }),
  ),
  OIDC_OWNERS: Type.Optional(
    Type.String({
      pattern: `^ *${mailAddress} *(, *${mailAddress} *)*$`,
      errorMessage: "must be e-mail addresses, separated by commas",
      description:
        "E-mail addresses of people who become owners when they sign in with the provider.",
    }),
  ),
  OIDC_TRUST_EMAIL: Type.Enum(["on", "off"], {
    default: "off",
    errorMessage: "must be on or off",
    description:
      "Whether an e-mail address counts as verified where the provider does not say whether it is. Only for a provider in which people cannot choose their address.",
  }),
  SIGN_UP: Type.Enum(["off", "member"], {
    default: "off",
    errorMessage: "must be off or member",
    description:
      "Whether people whom nobody has invited can sign in, with the provider or by a proxy. `member` makes them members without grants.",
  }),
  PASSWORDS: Type.Enum(["on", "off"], {
    default: "on",
    errorMessage: "must be on or off",
    description: "Whether people can sign in with passwords.",
  }),
  MCP: Type.Enum(["on", "off"], {
    default: "on",
    errorMessage: "must be on or off",
    description: "Whether assistants can ask at `/mcp`, with an API key.",
  }),
  AUTH_PROXY_HEADER: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9-]{1,100}$",
      errorMessage: "must be the name of a header",
      description: "The header in which an authenticating proxy sends a person's e-mail address.",
    }),
  ),
  AUTH_PROXY: Type.Optional(
    Type.String({
      description:
        "Addresses and CIDR ranges of the proxies whose `AUTH_PROXY_HEADER` is believed.",
    }),
  ),
  EVENT_LOG_BYTES_MAX: Type.Integer({
    default: 10 * 1024 ** 3,
    minimum: 1024 ** 2,
    errorMessage: "must be an integer of at least 1048576 (1 MiB)",
    description:
      "Bytes of accepted events that may wait on disk for the store. At the limit, events get a 503.",
  }),
  WORKERS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workersMax,
      errorMessage: `must be an integer from 1 to ${workersMax}`,
      computedDefault: "cores less one",
      description: "Processes that answer HTTP; at least one by default.",
    }),
  ),
  HEAVY_QUERIES_MAX: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: heavyQueriesMax,
      errorMessage: `must be an integer from 1 to ${heavyQueriesMax}`,
      computedDefault: "cores less one",
      description: "Heavy queries at once, in all processes together; at least one by default.",
    }),
  ),
  LOG_LEVEL: Type.Enum([...logLevels], {
    default: "info",
    errorMessage: `must be one of ${logLevels.join(", ")}`,
    description: "The lowest level of log lines that are written.",
  }),
  RETENTION_DAYS: Type.Optional(
    Type.Integer({
      minimum: retentionDaysMin,
      maximum: retentionDaysMax,
      errorMessage: `must be an integer from ${retentionDaysMin} to ${retentionDaysMax}`,
      description: "Days after which a month's events are deleted. Their statistics stay.",
    }),
  ),
  IMPORT_BYTES_MAX: Type.Integer({
    default: 2 * 1024 ** 3,
    minimum: 1,
    errorMessage: "must be an integer of at least 1",
    description: "Bytes of the files that one request may import.",
  }),
  EMBEDDED_MEMORY_BYTES_MAX: Type.Integer({
    default: 1024 ** 3,
    minimum: 512 * 1024 ** 2,
    errorMessage: "must be an integer of at least 536870912 (512 MiB)",
    description: "Memory that the embedded ClickHouse may use. The default suits a 2 GiB machine.",
  }),
});

/** Variables of earlier releases. This release obeys them, and logs that the next one will not. */
const FormerSettings = Type.Object({
  STOP_SECONDS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_600,
      errorMessage: "must be an integer from 1 to 3600",
    }),
  ),
  ROLLUP_MEMORY_BYTES_MAX: Type.Optional(
    Type.Integer({
      minimum: 64 * 1024 ** 2,
      errorMessage: "must be an integer of at least 67108864 (64 MiB)",
    }),
  ),
  OPEN_DAY_ROLLUP_EVENTS_MIN: Type.Optional(
    Type.Integer({ minimum: 1, errorMessage: "must be an integer of at least 1" }),
  ),
});

/** Limits that follow from the settings, so that nobody has to choose them. */
export interface DerivedLimits {
  /** Seconds within which a stop ends, and after which a drain gives up on the store. */
  readonly stopSeconds: number;
  /** Memory of ClickHouse for a statement of a roll-up. From half of it on, it spills to disk. */
  readonly rollupMemoryBytesMax: number;
  /** Number of events from which an open day gets a roll-up. */
  readonly openDayEventsMin: number;
}

/** The settings as the program uses them, with lists as arrays. */
export type Config = Readonly<
  Omit<
    Static<typeof Config>,
    | "API_KEYS"
    | "CLICKHOUSE_URL"
    | "FRAME_ANCESTORS"
    | "TRUST_PROXY"
    | "WORKERS"
    | "HEAVY_QUERIES_MAX"
    | "WEBHOOK_PRIVATE_ADDRESSES"
    | keyof SignInSettings
  > & {
    WEBHOOK_PRIVATE_ADDRESSES: "on" | "off";
    API_KEYS: readonly string[];
    /** The address of each shard; none with the embedded engine. */
    CLICKHOUSE_URL: readonly string[];
    FRAME_ANCESTORS: readonly string[];
    WORKERS: number;
    HEAVY_QUERIES_MAX: number;
    /** `true` means every peer. A list means peers in one of its addresses or CIDR ranges. */
    TRUST_PROXY: true | readonly string[];
    /** A sentence for each variable that the next release will not obey. */
    warnings: readonly string[];
  } & DerivedLimits &
    SignInSettings
>;

const check = compileCheck(Type.Object({ ...Config.properties, ...FormerSettings.properties }));
const defaults = Object.fromEntries(
  Object.entries(Config.properties).flatMap(([name, setting]) =>
    "default" in setting ? [[name, setting.default]] : [],
  ),
);

/**
 * Reads the settings once, at start; nothing else reads the environment. An empty variable counts
 * as absent. Throws `StartRefused` with the name of a wrong variable, but never its value, which
 * may be a key. Tests may choose limits that follow from the settings otherwise.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  limits: Partial<DerivedLimits> = {},
): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const checked = check({ ...defaults, ...variables });
  if (!checked.ok) {
    const [name, sentences] = Object.entries(checked.fields)[0] ?? ["", []];
    throw new StartRefused(`${name} ${sentences[0]}`);
  }
  const {
    API_KEYS,
    CLICKHOUSE_URL,
    FRAME_ANCESTORS,
    TRUST_PROXY,
    WORKERS,
    HEAVY_QUERIES_MAX,
    STOP_SECONDS,
    ROLLUP_MEMORY_BYTES_MAX,
    OPEN_DAY_ROLLUP_EVENTS_MIN,
    ...rest
  } = checked.value;
  refuseNoUrl("SMTP_URL", rest.SMTP_URL, smtpUrlForm);
  refuseNoUrl("BASE_URL", rest.BASE_URL, baseUrlForm);
  const [, part = ""] = basePathOf(rest.BASE_URL).split("/");
  if (ownParts.includes(part)) {
    throw new StartRefused(
      "BASE_URL must have a path that does not begin like one of Footfall's own",
    );
  }
  if (rest.SMTP_URL !== undefined) {
    for (const name of ["REPORT_FROM", "BASE_URL"] as const) {
      if (rest[name] === undefined) throw new StartRefused(`${name} must be set when SMTP_URL is`);
    }
  }
  const coresLessOne = Math.max(1, availableParallelism() - 1);
  return Object.freeze({
    ...rest,
    ...readSignIn(rest),
    API_KEYS: API_KEYS?.split(",").map((key) => key.trim()) ?? [],
    CLICKHOUSE_URL: servers(CLICKHOUSE_URL),
    FRAME_ANCESTORS: origins(FRAME_ANCESTORS),
    TRUST_PROXY: proxies(TRUST_PROXY),
    // ClickHouse gets one core. With two cores, a second process would only take turns with it.
    WORKERS: WORKERS ?? coresLessOne,
    HEAVY_QUERIES_MAX: HEAVY_QUERIES_MAX ?? Math.min(heavyQueriesMax, coresLessOne),
    WEBHOOK_PRIVATE_ADDRESSES: isOn(rest.WEBHOOK_PRIVATE_ADDRESSES) ? "on" : "off",
    ...(rest.BASE_URL !== undefined && { BASE_URL: rest.BASE_URL.replace(/\/$/, "") }),
    stopSeconds: STOP_SECONDS ?? stopSeconds,
    rollupMemoryBytesMax: ROLLUP_MEMORY_BYTES_MAX ?? rest.EMBEDDED_MEMORY_BYTES_MAX / 2,
    openDayEventsMin: OPEN_DAY_ROLLUP_EVENTS_MIN ?? openDayEventsMin,
    warnings: warningsOf(variables),
    ...limits,
  });
}

function isOn(text: string): boolean {
  return text === "on" || text === "1";
}

function warningsOf(variables: Readonly<Record<string, string | undefined>>): string[] {
  const former = Object.keys(FormerSettings.properties).filter((name) => name in variables);
  const warnings = former.map((name) => `${name} is obeyed for the last time: remove it`);
  const { WEBHOOK_PRIVATE_ADDRESSES: text = "" } = variables;
  if (["0", "1"].includes(text)) {
    warnings.push(
      `WEBHOOK_PRIVATE_ADDRESSES=${text} is obeyed for the last time: write ${isOn(text) ? "on" : "off"}`,
    );
  }
  return warnings;
}
