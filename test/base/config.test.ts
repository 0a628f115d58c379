import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";

import { Config, readConfig } from "../../src/base/config.ts";
import { StartRefused } from "../../src/base/errors.ts";

const key = "0123456789abcdef";

test("without any variable every setting has its default", () => {
  expect(readConfig({})).toEqual({
    HOST: "127.0.0.1",
    PORT: 8080,
    DATA_DIR: "./data",
    API_KEYS: [],
    TRUST_PROXY: [],
    FRAME_ANCESTORS: [],
    OIDC_NAME: "Company account",
    OIDC_EMAIL_DOMAINS: [],
    OIDC_OWNERS: [],
    OIDC_TRUST_EMAIL: "off",
    SIGN_UP: "off",
    PASSWORDS: "on",
    MCP: "on",
    SMTP_CERTIFICATE: "checked",
    WEBHOOK_PRIVATE_ADDRESSES: "off",
    AUTH_PROXY: [],
    EVENT_LOG_BYTES_MAX: 10 * 1024 ** 3,
    WORKERS: Math.max(1, availableParallelism() - 1),
    HEAVY_QUERIES_MAX: Math.min(64, Math.max(1, availableParallelism() - 1)),
    CLICKHOUSE_URL: [],
    LOG_LEVEL: "info",
    IMPORT_BYTES_MAX: 2 * 1024 ** 3,
    EMBEDDED_MEMORY_BYTES_MAX: 1024 ** 3,
    stopSeconds: 10,
    rollupMemoryBytesMax: 512 * 1024 ** 2,
    openDayEventsMin: 1_000_000,
    warnings: [],
  });
});

test("an empty variable counts as absent", () => {
  const empty = Object.fromEntries(Object.keys(Config.properties).map((name) => [name, ""]));

  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("other variables do not matter", () => {
  expect(readConfig({ PATH: "/bin", port: "1", NODE_ENV: "test" })).toEqual(readConfig({}));
});

test.each([
  ["HOST", "::", "::"],
  ["PORT", "0", 0],
  ["PORT", "65535", 65535],
  ["DATA_DIR", "/var/lib/footfall", "/var/lib/footfall"],
  ["API_KEYS", key, [key]],
  ["API_KEYS", `${key},${key}x`, [key, `${key}x`]],
  ["API_KEYS", ` ${key}, ${key}x `, [key, `${key}x`]],
  ["SECRET_KEY", key, key],
  ["SECRET_KEY", "+/=,'\"$0123456789~", "+/=,'\"$0123456789~"],
  ["CLICKHOUSE_URL", "http://localhost:8123", ["http://localhost:8123"]],
  ["CLICKHOUSE_URL", "http://localhost:8123/", ["http://localhost:8123/"]],
  ["CLICKHOUSE_URL", "https://u:p%2F@ch.test/my_db", ["https://u:p%2F@ch.test/my_db"]],
  ["CLICKHOUSE_URL", "http://u:p@[::1]:8123/db", ["http://u:p@[::1]:8123/db"]],
  ["CLICKHOUSE_URL", " http://a.test/db  http://b.test ", ["http://a.test/db", "http://b.test"]],
  ["TRUST_PROXY", "true", true],
  ["TRUST_PROXY", "false", []],
  ["TRUST_PROXY", "10.0.0.1", ["10.0.0.1"]],
  ["TRUST_PROXY", "10.0.0.0/8, ::1 ,fd00::/8", ["10.0.0.0/8", "::1", "fd00::/8"]],
  ["GEOIP_DB", "/srv/city.mmdb", "/srv/city.mmdb"],
  ["HOSTING_NETWORKS", "/srv/networks", "/srv/networks"],
  ["READER_RANGES", "/srv/ranges", "/srv/ranges"],
  ["FRAME_ANCESTORS", "https://a.test", ["https://a.test"]],
  [
    "FRAME_ANCESTORS",
    "HTTPS://A.test/ , http://[::1]:3000",
    ["https://a.test", "http://[::1]:3000"],
  ],
  ["BASE_URL", "https://stats.test", "https://stats.test"],
  ["BASE_URL", "http://[::1]:8080/", "http://[::1]:8080"],
  ["BASE_URL", "https://stats.test/stats", "https://stats.test/stats"],
  ["BASE_URL", "https://stats.test/web/Own_stats-2/", "https://stats.test/web/Own_stats-2"],
  ["REPORT_FROM", "a@mail.test", "a@mail.test"],
  ["REPORT_FROM", "Footfall of Ö <a+b@mail.test>", "Footfall of Ö <a+b@mail.test>"],
  ["REPORT_TO", "a@mail.test", "a@mail.test"],
  ["WEBHOOK_PRIVATE_ADDRESSES", "on", "on"],
  ["REPORT_TO", "a@mail.test, B <b@mail.test>", "a@mail.test, B <b@mail.test>"],
  ["HEAVY_QUERIES_MAX", "64", 64],
  ["RETENTION_DAYS", "31", 31],
  ["LOG_LEVEL", "silent", "silent"],
  ["EMBEDDED_MEMORY_BYTES_MAX", "536870912", 512 * 1024 ** 2],
])("%s=%s is read as %j", (name, text, value) => {
  expect(readConfig({ [name]: text })).toHaveProperty([name], value);
});

test.each([
  ["PORT", "http"],
  ["PORT", "-1"],
  ["PORT", "65536"],
  ["PORT", "8080.0"],
  ["PORT", "08080"],
  ["PORT", "1e3"],
  ["PORT", "0x10"],
  ["PORT", " 80"],
  ["API_KEYS", "short"],
  ["API_KEYS", `${key},short`],
  ["API_KEYS", `${key},`],
  ["API_KEYS", `,${key}`],
  ["API_KEYS", "sixteen and spaces"],
  ["API_KEYS", "schlüssel-schlüssel"],
  ["API_KEYS", `${key}\n`],
  ["CLICKHOUSE_URL", "http://a.test http://a.test/"],
  ["CLICKHOUSE_URL", "http://a.test localhost:8123"],
  ["SECRET_KEY", "fifteen-letters"],
  ["SECRET_KEY", "sixteen and spaces"],
  ["SECRET_KEY", `${key}\n`],
  ["CLICKHOUSE_URL", "localhost:8123"],
  ["CLICKHOUSE_URL", "tcp://localhost:9000"],
  ["CLICKHOUSE_URL", "http://"],
  ["CLICKHOUSE_URL", "http://localhost:99999/db"],
  ["CLICKHOUSE_URL", "http://local host/db"],
  ["CLICKHOUSE_URL", "http://localhost/a/b"],
  ["CLICKHOUSE_URL", "http://localhost/db;drop"],
  ["CLICKHOUSE_URL", "http://localhost?database=db"],
  ["CLICKHOUSE_URL", "http://localhost#db"],
  ["CLICKHOUSE_URL", "http://user:%zz@localhost/db"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "TRUE"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "10.0.0.1,"],
  ["TRUST_PROXY", "10.0.0.1 10.0.0.2"],
  ["FRAME_ANCESTORS", "*"],
  ["FRAME_ANCESTORS", "'self'"],
  ["FRAME_ANCESTORS", "a.test"],
  ["FRAME_ANCESTORS", "ftp://a.test"],
  ["FRAME_ANCESTORS", "https://a.test/page"],
  ["FRAME_ANCESTORS", "https://me@a.test"],
  ["FRAME_ANCESTORS", "https://a.test;b"],
  ["FRAME_ANCESTORS", "https://a.test,"],
  ["SMTP_URL", "mail.test:587"],
  ["SMTP_URL", "http://mail.test"],
  ["SMTP_URL", "smtp://mail.test:99999"],
  ["SMTP_URL", "smtp://user:%zz@mail.test"],
  ["SMTP_URL", "smtp://mail.test/path"],
  ["SMTP_URL", "smtp://mail.test?tls=no"],
  ["REPORT_FROM", "footfall"],
  ["REPORT_FROM", "a@mail.test, b@mail.test"],
  ["REPORT_FROM", "a@mail.test\nBcc: b@mail.test"],
  ["REPORT_TO", "a@mail.test,"],
  ["WEBHOOK_PRIVATE_ADDRESSES", "true"],
  ["REPORT_TO", "A <a@mail.test"],
  ["REPORT_TO", "A\r\nBcc: b@mail.test <a@mail.test>"],
  ["OIDC_ISSUER", "login.test/realm"],
  ["OIDC_ISSUER", "http://login.test/"],
  ["OIDC_ISSUER", "http://127.0.0.1.login.test/"],
  ["OIDC_ISSUER", "https://login.test/?tenant=a"],
  ["OIDC_ISSUER", "https://me@login.test/"],
  ["OIDC_NAME", "n".repeat(61)],
  ["OIDC_EMAIL_DOMAINS", "@a.test"],
  ["OIDC_EMAIL_DOMAINS", "a.test,"],
  ["OIDC_OWNERS", "A <a@mail.test>"],
  ["OIDC_OWNERS", "a@mail.test b@mail.test"],
  ["SIGN_UP", "owner"],
  ["SIGN_UP", "member"],
  ["SMTP_CERTIFICATE", "no"],
  ["OIDC_TRUST_EMAIL", "yes"],
  ["OIDC_TRUST_EMAIL", "on"],
  ["PASSWORDS", "no"],
  ["MCP", "no"],
  ["PASSWORDS", "off"],
  ["AUTH_PROXY_HEADER", "Remote Email"],
  ["AUTH_PROXY_HEADER", "Remote_Email"],
  ["BASE_URL", "stats.test"],
  ["BASE_URL", "ftp://stats.test"],
  ["BASE_URL", "https://stats.test/stats//"],
  ["BASE_URL", "https://stats.test/.."],
  ["BASE_URL", "https://stats.test/example.com"],
  ["BASE_URL", "https://stats.test/%73tats"],
  ["BASE_URL", "https://stats.test/api"],
  ["BASE_URL", "https://stats.test/share/stats/"],
  ["BASE_URL", "https://user@stats.test"],
  ["BASE_URL", "https://stats.test/?a=1"],
  ["BASE_URL", "https://stats.test:99999"],
  ["STOP_SECONDS", "0"],
  ["STOP_SECONDS", "3601"],
  ["STOP_SECONDS", "2.5"],
  ["HEAVY_QUERIES_MAX", "0"],
  ["HEAVY_QUERIES_MAX", "65"],
  ["HEAVY_QUERIES_MAX", "2.5"],
  ["RETENTION_DAYS", "30"],
  ["RETENTION_DAYS", "36501"],
  ["RETENTION_DAYS", "1.5"],
  ["ROLLUP_MEMORY_BYTES_MAX", "67108863"],
  ["OPEN_DAY_ROLLUP_EVENTS_MIN", "0"],
  ["LOG_LEVEL", "verbose"],
  ["LOG_LEVEL", "INFO"],
  ["EMBEDDED_MEMORY_BYTES_MAX", "1024"],
  ["EMBEDDED_MEMORY_BYTES_MAX", "1G"],
])(
  "%s=%j stops the start with one line that names the variable and not the value",
  (name, text) => {
    const read = () => readConfig({ [name]: text });

    expect(read).toThrow(StartRefused);
    expect(read).toThrow(new RegExp(`^${name} must .+$`));
    if (text.length > 5) expect(read).not.toThrow(text.trim());
  },
);

describe("SMTP_URL", () => {
  const mail = {
    SMTP_URL: "smtps://user:p%2F@[::1]:465",
    REPORT_FROM: "a@mail.test",
    REPORT_TO: "b@mail.test",
    BASE_URL: "https://stats.test",
  };

  test("is read with what it needs", () => {
    expect(readConfig(mail)).toMatchObject(mail);
  });

  test.each(["REPORT_FROM", "BASE_URL"])("stops the start without %s", (name) => {
    expect(() => readConfig({ ...mail, [name]: "" })).toThrow(
      new StartRefused(`${name} must be set when SMTP_URL is`),
    );
  });
});

describe("OIDC_ISSUER", () => {
  const oidc = {
    OIDC_ISSUER: "https://login.test/realm",
    OIDC_CLIENT_ID: "footfall",
    OIDC_CLIENT_SECRET: "s3cret",
    BASE_URL: "https://stats.test",
  };

  test("is read with what it needs, and lists in the form in which addresses are compared", () => {
    const lists = { OIDC_EMAIL_DOMAINS: " A.test, b.test", OIDC_OWNERS: "Ada@A.test ,b@B.test" };

    expect(readConfig({ ...oidc, ...lists, SIGN_UP: "member", PASSWORDS: "off" })).toMatchObject({
      ...oidc,
      OIDC_EMAIL_DOMAINS: ["a.test", "b.test"],
      OIDC_OWNERS: ["ada@a.test", "b@b.test"],
      SIGN_UP: "member",
      PASSWORDS: "off",
    });
  });

  test.each(["http://127.0.0.1:3000", "http://localhost/realm", "http://[::1]:1"])(
    "may be %s, as it is on this machine",
    (issuer) => {
      expect(readConfig({ ...oidc, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer);
    },
  );

  test.each(["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "BASE_URL"])(
    "stops the start without %s",
    (name) => {
      expect(() => readConfig({ ...oidc, [name]: "" })).toThrow(
        new StartRefused(`${name} must be set when OIDC_ISSUER is`),
      );
    },
  );

  test.each([
    ["OIDC_CLIENT_ID", "footfall"],
    ["OIDC_CLIENT_SECRET", "s3cret"],
    ["OIDC_EMAIL_DOMAINS", "a.test"],
    ["OIDC_OWNERS", "a@a.test"],
  ])("must be set when %s is", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new StartRefused(`OIDC_ISSUER must be set when ${name} is`),
    );
  });

  test("does not start with owners whom the domains would keep out", () => {
    const lists = { OIDC_EMAIL_DOMAINS: "a.test", OIDC_OWNERS: "a@a.test,b@x.a.test" };

    expect(() => readConfig({ ...oidc, ...lists })).toThrow(
      new StartRefused("OIDC_OWNERS must have addresses in OIDC_EMAIL_DOMAINS alone"),
    );
  });
});

describe("AUTH_PROXY", () => {
  const proxy = { AUTH_PROXY_HEADER: "Remote-Email", AUTH_PROXY: "127.0.0.1, fd00::/8" };

  test("is read as a list, and lets passwords be off", () => {
    expect(readConfig({ ...proxy, PASSWORDS: "off", SIGN_UP: "member" })).toMatchObject({
      AUTH_PROXY_HEADER: "Remote-Email",
      AUTH_PROXY: ["127.0.0.1", "fd00::/8"],
    });
  });

  test.each(["true", "0.0.0.0/0", "10.0.0.1,::/0", "10.0.0.0/33", "proxy.test", "10.0.0.1,"])(
    "stops the start as %s",
    (peers) => {
      expect(() => readConfig({ ...proxy, AUTH_PROXY: peers })).toThrow(
        new StartRefused("AUTH_PROXY must be addresses and CIDR ranges, and not everybody"),
      );
    },
  );

  test.each([
    ["AUTH_PROXY", "AUTH_PROXY_HEADER"],
    ["AUTH_PROXY_HEADER", "AUTH_PROXY"],
  ])("stops the start: %s is missing, and %s is there", (name, other) => {
    expect(() => readConfig({ ...proxy, [name]: "" })).toThrow(
      new StartRefused(`${name} must be set when ${other} is`),
    );
  });
});

test.each([
  [
    "STOP_SECONDS",
    "3600",
    "stopSeconds",
    3_600,
    "STOP_SECONDS is obeyed for the last time: remove it",
  ],
  [
    "ROLLUP_MEMORY_BYTES_MAX",
    "67108864",
    "rollupMemoryBytesMax",
    67_108_864,
    "ROLLUP_MEMORY_BYTES_MAX is obeyed for the last time: remove it",
  ],
  [
    "OPEN_DAY_ROLLUP_EVENTS_MIN",
    "1",
    "openDayEventsMin",
    1,
    "OPEN_DAY_ROLLUP_EVENTS_MIN is obeyed for the last time: remove it",
  ],
  [
    "WEBHOOK_PRIVATE_ADDRESSES",
    "1",
    "WEBHOOK_PRIVATE_ADDRESSES",
    "on",
    "WEBHOOK_PRIVATE_ADDRESSES=1 is obeyed for the last time: write on",
  ],
])(
  "%s=%s of an earlier release is obeyed, and there is a warning",
  (name, text, key, value, warning) => {
    const config = readConfig({ [name]: text });

    expect(config).toHaveProperty([key], value);
    expect(config.warnings).toEqual([warning]);
  },
);

test("roll-ups may take half of the memory of the embedded engine", () => {
  const { rollupMemoryBytesMax } = readConfig({ EMBEDDED_MEMORY_BYTES_MAX: "4294967296" });

  expect(rollupMemoryBytesMax).toBe(2 * 1024 ** 3);
});

test("the settings cannot be changed afterwards", () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test("docs/configuration.md has a row for every setting with its default, and no other", async () => {
  const document = await readFile(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const rows = [...document.matchAll(/^\| `([A-Z_]+)` *\| (.+?) *\| (.+) \|$/gm)].map(
    ([, name, value]) => [name, value],
  );

  const settings = Object.entries(Config.properties).map(([name, setting]) => [
    name,
    "default" in setting ? `\`${setting.default}\`` : defaultInWords(setting),
  ]);
  expect(rows).toEqual(settings);
});

function defaultInWords(setting: object): unknown {
  return "computedDefault" in setting ? setting.computedDefault : "none";
}
