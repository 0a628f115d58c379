import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import {
  isSensitiveParam,
  isSensitiveValue,
  sensitiveLastWords,
  sensitiveNames,
  sensitiveWords,
} from "../../src/collect/sensitive-params.ts";
import { expectCpuTimeBelow } from "../helpers/cpu-time.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Gfx6VO9tcxwk6xqx9yYzSfebfeakZp5JYIgP_edcw_A";

test.each([
  "token",
  "access_token",
  "id_token",
  "refresh_token",
  "csrf-token",
  "authToken",
  "TOKEN",
  "auth",
  "Authorization",
  "password",
  "passwd",
  "pwd",
  "new_password",
  "passwordConfirm",
  "secret",
  "client_secret",
  "api_key",
  "apikey",
  "apiKey",
  "API-KEY",
  "key",
  "code",
  "session",
  "session_id",
  "sessionid",
  "sid",
  "JSESSIONID",
  "PHPSESSID",
  "ASP.NET_SessionId",
  "sig",
  "signature",
  "X-Amz-Signature",
  "X-Amz-Credential",
  "AWSAccessKeyId",
  "_wpnonce",
  "email",
  "e-mail",
  "E_Mail",
  "mail",
  "userEmail",
  "email_address",
  "otp",
  "pin",
  "ssn",
  "phone",
  "phone_number",
  "tel",
  "username",
  "user_name",
  "user",
  "userId",
  "first-name",
  "user[email]",
  "user%5Bemail%5D",
  "user%255Bemail%255D",
  "customer[phone]",
  "form[user][pin]",
  "laravel_session",
  "user_pass",
  "userPass",
  "USER_PASS",
  "x-auth",
  "wp-sess",
  "newpass",
  "pw",
  "verify",
  "activation",
  "invite_code",
  "reset",
  "confirmation",
  "usr",
  "uname",
  "phone[0]",
  "phones[phone][]",
  "email2",
  "order.key",
  "to%6Ben",
  "acc%65ss%5Ftoken",
  "ip",
])("a parameter named %s is sensitive, with a value and without one", (name) => {
  expect(isSensitiveParam(`${name}=x`)).toBe(true);
  expect(isSensitiveParam(`${name}=`)).toBe(true);
  expect(isSensitiveParam(name)).toBe(true);
});

test.each([
  "id",
  "page",
  "q",
  "s",
  "ref",
  "lang",
  "sort",
  "name",
  "category",
  "product_id",
  "state",
  "country_code",
  "promo_code",
  "zip-code",
  "keyword",
  "keywords",
  "sort_key",
  "author",
  "mobile",
  "microphone",
  "hash",
  "address",
  "client_id",
  "pint",
  "spin",
  "passenger",
  "passage",
  "compass",
  "author_id",
  "oauthor",
  "assess",
  "session_count",
  "pass_type",
  "filter[browser]",
  "code[type]",
  "sessions",
  "signal",
  "telescope",
  "ship",
  "ticket",
])("a parameter named %s is not", (name) => {
  expect(isSensitiveParam(`${name}=x`)).toBe(false);
});

test.each([
  ["an e-mail address", "alice@example.org"],
  ["one that is encoded", "alice%40example.org"],
  ["one that is encoded twice", "alice%2540example%252Eorg"],
  ["one that is encoded three times", "alice%252540example.org"],
  ["one beside other text", "from+Alice+%3Calice@example.org%3E,+hello"],
  ["one beside a broken encoding", "J%F6rg%20alice%40example.org%"],
  ["one with a plus sign", "alice+news@mail.example.co.uk"],
  ["one of an international domain", "alice@b%C3%BCcher.example"],
  ["one of an international top-level domain", "alice@%D0%BF%D1%80.%D1%80%D1%84"],
  ["an address with a secret", "/reset?token=x"],
  ["parameters of its own", "token%3Dx"],
  ["a name and password of an address", "https://alice:pass@example.org/"],
  ["a JSON Web Token", jwt],
  ["one that is encoded", encodeURIComponent(jwt).replaceAll(".", "%2E")],
  ["one in an address", `https://example.org/reset/${jwt}`],
  ["an MD5 hash", "9e107d9d372bb6826bd81d3542a419d6"],
  ["a UUID without dashes", "7A2F0C9E1B3D4F5A8C6E0D9B2A1F4E3C"],
  ["32 random bytes in base64url", "q3Jx9-Zk_81TfWm2uRb7vYhL0pNc5dXs4EaGi6Ko-Ht"],
  ["24 random bytes in base64", "kz3T/0aB9x+Yq7LmW2sVdE5u8RfHj1Pc"],
  ["the same, encoded", "kz3T%2F0aB9x%2BYq7LmW2sVdE5u8RfHj1Pc"],
  ["32 letters and digits in lower case", "k3j9x0q2m7w1z8v5b4n6c0h2g7f1d9s3"],
  ["one in the path of an address", "/files/9e107d9d372bb6826bd81d3542a419d6.pdf"],
])("a value is sensitive that is or holds %s", (_what, value) => {
  expect(isSensitiveValue(value)).toBe(true);
  expect(isSensitiveParam(`x=${value}`)).toBe(true);
  expect(isSensitiveParam(value)).toBe(true);
});

test.each([
  ["a number", "12345678901234567890123456789012345678901234567890"],
  ["a slug", "how-to-build-a-self-hosted-analytics-server-in-2026-with-24-examples"],
  ["a slug of a product", "samsung-galaxy-s24-ultra-256gb-5g-dual-sim-titanium-black"],
  ["a slug with many sizes", "hp-15s-fq5xxx-16gb-512gb-w11-i5-1235u-15-6-fhd"],
  ["a title", "How-To-Build-A-Self-Hosted-Server-In-2026-And-Keep-It"],
  ["a search", "iPhone+15+Pro+Max+256GB+USB+C+5G+eSIM+A17+new+or+used"],
  ["a UUID", "7a2f0c9e-1b3d-4f5a-8c6e-0d9b2a1f4e3c"],
  ["a UUID in upper case", "7A2F0C9E-1B3D-4F5A-8C6E-0D9B2A1F4E3C"],
  ["two UUIDs", "7a2f0c9e-1b3d-4f5a-8c6e-0d9b2a1f4e3c_0e5f5c1a-9b7d-4c3e-8f2a-6d1b0c9e8f7a"],
  ["an id of a database", "507f1f77bcf86cd799439011"],
  ["a ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
  ["one long word", "Donaudampfschifffahrtsgesellschaftskapitaen"],
  ["a time", "2026-11-21T15:04:05.000+01:00"],
  ["a place", "@48.1371,11.5754,12z"],
  ["a handle", "@alice"],
  ["a version", "name@1.2.3"],
  ["a host", "analytics.wonderful.organisation"],
  ["a path", "/Blog/2026/11/My-Summer-In-The-Garden-Part-2"],
  ["an address", "https%3A%2F%2Fexample.org%2Fpricing%3Fplan%3Dpro%26seats%3D3"],
  ["letters outside ASCII", "%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82%20%D0%BC%D0%B8%D1%80"],
  ["broken encoding", "%E4%"],
  ["nothing", ""],
])("a value is not that is %s", (_what, value) => {
  expect(isSensitiveValue(value)).toBe(false);
  expect(isSensitiveParam(`x=${value}`)).toBe(false);
});

test.each([
  ["an address with a query", "next=/reset?token=s3cret"],
  ["the same, encoded", "next=%2Freset%3Fa%3D1%26token%3Ds3cret"],
  ["the same, encoded twice", "next=%252Freset%253Ftoken%253Ds3cret"],
  ["an address with a fragment", "next=/app%23access_token=s3cret"],
  ["a parameter after an ampersand that was written for HTML", "amp;token=s3cret"],
  ["a parameter after a semicolon", "a=1;token=s3cret"],
])("a parameter is sensitive whose value is %s", (_what, param) => {
  expect(isSensitiveParam(param)).toBe(true);
});

test("words in a value are not names", () => {
  expect(isSensitiveParam("q=token;password?email")).toBe(false);
});

test.each([
  ["one character", "a"],
  ["ats", "a@"],
  ["addresses that do not end", "a@a.a."],
  ["beginnings of tokens", "-eyJ"],
  ["tokens that do not end", "eyJaaaaaaaa."],
  ["percent signs", "%25"],
  ["escapes that do not end", "%252525"],
  ["runs that are too short", `${"aB3".repeat(10)}.`],
  ["separators", "?a;b#"],
  ["brackets", "[a].["],
])("a text of %s is looked at in time that does not grow with its square", (_what, part) => {
  const text = part.repeat(256_000 / part.length);
  // Some milliseconds; with the square of its length it would be minutes.
  expectCpuTimeBelow(1_000, () => isSensitiveParam(text));
});

test("docs/statistics-api.md lists every name and word, and no other", async () => {
  const path = new URL("../../docs/statistics-api.md", import.meta.url);
  const section = (await readFile(path, "utf8")).split("\n## Queries of URLs\n")[1] ?? "";
  const listed = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| ([\w ]+) *\|(.*)\|$/gm)];
  const namesIn = (text = "") => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const names = listed.filter(([, what = ""]) => what.startsWith("name"));
  const words = listed.filter(([, what = ""]) => what.startsWith("word"));
  const lastWords = listed.filter(([, what = ""]) => what.startsWith("last"));

  expect(names.flatMap(([, , cell]) => namesIn(cell)).sort()).toEqual([...sensitiveNames].sort());
  expect(words.flatMap(([, , cell]) => namesIn(cell)).sort()).toEqual([...sensitiveWords].sort());
  expect(lastWords.flatMap(([, , cell]) => namesIn(cell)).sort()).toEqual([...sensitiveLastWords]);
});
