import { describe, expect, test } from "vitest";

import {
  lacksPassword,
  readSettings,
  settingErrors,
} from "../../../src/http/websites/website-fields.ts";
import { defaultSettings } from "../../../src/websites/website.ts";
import { weeksAndMonths } from "../../helpers/draft.ts";

describe("exclude_ips", () => {
  test.each([
    ["1.2.3.4"],
    ["0.0.0.0"],
    ["10.0.0.0/8"],
    ["10.1.2.3/8"],
    ["0.0.0.0/0"],
    ["1.2.3.4/32"],
    ["2001:db8::1"],
    ["2001:DB8::/32"],
    ["::/0"],
    ["::1/128"],
    ["::ffff:1.2.3.4"],
    ["::ffff:1.2.3.0/120"],
  ])("%s is an address or a range", (line) => {
    expect(settingErrors({ exclude_ips: line })).toEqual({});
  });

  test.each([
    ["1.2.3"],
    ["1.2.3.256"],
    ["01.2.3.4"],
    ["1.2.3.4/33"],
    ["1.2.3.4/-1"],
    ["1.2.3.4/08"],
    ["1.2.3.4/"],
    ["/8"],
    ["1.2.3.4/8/8"],
    ["1.2.3.0/255.255.255.0"],
    ["1.2.3.0 - 1.2.3.9"],
    ["1.2.3.*"],
    ["2001:db8::/129"],
    ["2001:db8:::1"],
    ["[::1]"],
    ["fe80::1%eth0"],
    ["example.com"],
    ["1.2.3.4:80"],
    ["1.2.3.4, 5.6.7.8"],
  ])("%s is neither, and is named", (line) => {
    expect(settingErrors({ exclude_ips: `1.1.1.1\n${line}` })).toEqual({
      exclude_ips: [`"${line}" is not an IP address or a CIDR range`],
    });
  });

  test("every line that is wrong is named", () => {
    const { exclude_ips } = settingErrors({ exclude_ips: "a\n1.1.1.1\r\nb" });

    expect(exclude_ips).toEqual([expect.stringContaining('"a"'), expect.stringContaining('"b"')]);
  });
});

test.each([["utm_id"], ["utm_*"], ["*"], ["a[]"], ["ключ"], ["a.b-c~d"], ["a%5B%5D"]])(
  "%s is the name of a query parameter",
  (line) => {
    expect(settingErrors({ exclude_params: line })).toEqual({});
  },
);

test.each([["a b"], ["a=b"], ["a&b"], ["*a"], ["a*b"], ["a**"], ["#a"], ["a\ud800"]])(
  "%s is no name of a query parameter",
  (line) => {
    expect(settingErrors({ exclude_params: line })).toEqual({
      exclude_params: [expect.stringContaining(`"${line}"`)],
    });
  },
);

test("lists are read with any line ending, without blanks and empty lines", () => {
  const settings = readSettings({
    exclude_params: "\r\n  a \r\nb\rc\n\n\t d*\n",
    exclude_ips: " 1.2.3.4 \r\n\r\n ::1\n",
  });

  expect(settings).toEqual({
    excludeParams: ["a", "b", "c", "d*"],
    excludeIps: ["1.2.3.4", "::1"],
  });
});

test.each(["exclude_ips", "exclude_params"] as const)("%s has 1,000 lines at most", (field) => {
  const lines = Array<string>(1_000).fill("1.1.1.1");

  expect(settingErrors({ [field]: lines.join("\n") })).toEqual({});
  expect(settingErrors({ [field]: [...lines, "1.1.1.1"].join("\n") })).toEqual({
    [field]: ["must have at most 1,000 lines"],
  });
});

test.each([
  ["2026-11-20T09:30:00"],
  ["2024-02-29T00:00:00"],
  ["2026-12-31T23:59:59"],
  ["0001-01-01T00:00:00"],
])("%s is a favourite's time and kept as sent", (text) => {
  expect(settingErrors({ favorited_at: text })).toEqual({});
  expect(readSettings({ favorited_at: text })).toEqual({ favoritedAt: text });
});

test.each([
  ["2026-02-30T00:00:00"],
  ["2025-02-29T00:00:00"],
  ["2026-04-31T00:00:00"],
  ["2026-13-01T00:00:00"],
  ["2026-00-10T00:00:00"],
  ["2026-12-31T23:59:60"],
  ["2026-01-01T24:00:00"],
  ["2026-01-01T00:60:00"],
  ["2026-01-01T00:00:00Z"],
  ["2026-01-01T00:00:00+01:00"],
  ["2026-01-01T00:00:00.000"],
  ["2026-01-01 00:00:00"],
  ["2026-01-01T00:00"],
  ["2026-01-01"],
  [" 2026-01-01T00:00:00"],
  ["２０２６-01-01T00:00:00"],
  ["1"],
])("%s is no favourite's time", (text) => {
  expect(settingErrors({ favorited_at: text })).toEqual({
    favorited_at: ["must be a real date and time, YYYY-MM-DDTHH:MM:SS"],
  });
});

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["utc", "UTC"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["Etc/GMT+5", "Etc/GMT+5"],
  ["", "UTC"],
  [null, "UTC"],
])("the time zone %j is kept as %s", (text, timezone) => {
  expect(settingErrors({ timezone: text })).toEqual({});
  expect(readSettings({ timezone: text })).toEqual({ timezone });
});

test.each([
  ["+01:00"],
  ["01:00"],
  ["GMT+1"],
  ["Z"],
  ["Europe/Atlantis"],
  ["Europe/Berlin "],
  [" "],
  ["x".repeat(9_999)],
])("%j is no time zone", (timezone) => {
  expect(settingErrors({ timezone })).toEqual({
    timezone: ["must be an IANA time zone name, such as Europe/Berlin"],
  });
});

test.each([[""], [null]] as const)("%j clears every optional text field", (nothing) => {
  const body = {
    password: nothing,
    exclude_params: nothing,
    exclude_ips: nothing,
    favorited_at: nothing,
    timezone: nothing,
    language: nothing,
  };

  expect(settingErrors(body)).toEqual({});
  expect(readSettings(body)).toStrictEqual({
    excludeParams: [],
    excludeIps: [],
    favoritedAt: undefined,
    timezone: "UTC",
    language: "en",
  });
});

test("a field that is not sent is left out, so it does not change", () => {
  expect(readSettings({})).toEqual({});
  expect(readSettings({ privacy: 0, email: 1, exclude_bots: 0 })).toEqual({
    privacy: "public",
    emailReports: { week: true, month: true },
    excludeBots: false,
  });
});

test("the email that was read changes nothing of what it stands for", () => {
  const weekly = { ...defaultSettings, emailReports: { ...weeksAndMonths, month: false } };

  expect(readSettings({ email: 1 }, weekly)).toEqual({});
  expect(readSettings({ email: 0 }, weekly)).toMatchObject({
    emailReports: { week: false, month: false },
  });
});

test.each([
  [{ privacy: 2 }, "", true],
  [{ privacy: "2" }, "", true],
  [{ privacy: 2, password: "" }, "", true],
  [{ privacy: 2, password: null }, "hash", true],
  [{ privacy: 2 }, "hash", false],
  [{ privacy: 2, password: "new horse" }, "", false],
  [{ privacy: 1 }, "", false],
  [{ password: "" }, "hash", false],
  [{}, "", false],
])("with %j over the hash %j a password is lacking: %s", (body, passwordHash, lacking) => {
  expect(lacksPassword(body, { ...defaultSettings, passwordHash })).toBe(lacking);
});

test("clearing the password of a website that is behind one leaves it without", () => {
  const before = { ...defaultSettings, privacy: "password", passwordHash: "hash" } as const;

  expect(lacksPassword({ password: "" }, before)).toBe(true);
  expect(lacksPassword({ password: "", privacy: 1 }, before)).toBe(false);
  expect(lacksPassword({ email: 1 }, before)).toBe(false);
});
