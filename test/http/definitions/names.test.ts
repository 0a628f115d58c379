import { beforeAll, expect, test } from "vitest";

import { startApp, type TestApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const headers = { authorization: `Bearer ${apiKey}` };
const hidden = ["\r", "\n", "\r\n", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\u2066"];
const ofWebsite = "websites/7";
const matcher = { type: "event", value: "Signup" };

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ notifier: { checkHost: async () => {} } });
});

function ask(path: string, payload?: object, method = payload === undefined ? "GET" : "POST") {
  const body = payload === undefined ? {} : { payload };
  return server.app.inject({ method: method as "GET", url: `/api/v1/${path}`, headers, ...body });
}

/** Asks with this text at the place of a body that has "NAME". */
async function answerOf(path: string, body: object, text: string) {
  const payload = JSON.stringify(body).replace('"NAME"', JSON.stringify(text));
  const { statusCode, body: answer } = await ask(path, JSON.parse(payload));
  return { statusCode, fields: Object.keys(JSON.parse(answer).errors ?? {}) };
}

const bodies: readonly (readonly [string, string, object])[] = [
  [`${ofWebsite}/goals`, "name", { name: "NAME", ...matcher }],
  [`${ofWebsite}/funnels`, "name", { name: "NAME", steps: [matcher, matcher] }],
  [
    `${ofWebsite}/funnels`,
    "steps.1.name",
    { name: "F", steps: [matcher, { name: "NAME", ...matcher }] },
  ],
  [`${ofWebsite}/segments`, "name", { name: "NAME", filters: { country: ["Germany"] } }],
  [`${ofWebsite}/views`, "name", { name: "NAME", query: "" }],
  [`${ofWebsite}/shares`, "name", { name: "NAME" }],
  [
    `${ofWebsite}/alerts`,
    "name",
    { name: "NAME", when: { silent_minutes: 60 }, to: [{ email: "a@b.example" }] },
  ],
  ["keys", "name", { name: "NAME", may: ["read"], websites: "all" }],
  ["webhooks", "name", { name: "NAME", url: "https://ops.example.com/" }],
  ["people", "name", { name: "NAME", email: "ada@example.com", role: "owner" }],
];

test.each(bodies)("POST %s refuses hidden characters in %s", async (path, field, body) => {
  for (const character of hidden) {
    const answer = await answerOf(path, body, `a${character}b`);
    expect(answer).toEqual({ statusCode: 422, fields: [field] });
  }
});

test("no e-mail address has hidden characters", async () => {
  const when = { silent_minutes: 60 };
  const bodies: readonly (readonly [string, string, object])[] = [
    ["people", "email", { email: "NAME", role: "owner" }],
    [`${ofWebsite}/alerts`, "to.0", { name: "Alert", when, to: [{ email: "NAME" }] }],
    [`${ofWebsite}/email-reports/test`, "to", { to: "NAME" }],
  ];
  for (const character of hidden) {
    const address = `a${character}b@example.com`;
    for (const [path, field, body] of bodies) {
      const answer = await answerOf(path, body, address);
      expect(answer).toEqual({ statusCode: 422, fields: [field] });
    }
    const reports = await ask(`${ofWebsite}/email-reports`, { to: [address] }, "PUT");
    expect(Object.keys(reports.json().errors)).toEqual(["to.0"]);
  }
});

test("an annotation keeps its lines, and has no other hidden characters", async () => {
  const path = `${ofWebsite}/annotations`;
  const text = "Release 2.0\r\n\t- faster\n- smaller";
  const made = await ask(path, { date: "2026-11-20", text });

  expect(made.json().data.text).toBe(text);
  for (const character of ["\0", "\x85", "\u202e"]) {
    const body = { date: "2026-11-20", text: "NAME" };
    expect(await answerOf(path, body, `a${character}b`)).toEqual({
      statusCode: 422,
      fields: ["text"],
    });
  }
});

test("names in every script are names", async () => {
  for (const name of ["مرحبا\u200f 1", "Zoë 🏳️‍🌈", "शर्मा", "名前"]) {
    const made = await ask(`${ofWebsite}/goals`, { name, ...matcher });
    expect([made.statusCode, made.json().data.name]).toEqual([201, name]);
  }
});

test("a name of an earlier release stays, and its goal can be changed", async () => {
  const name = "Sign\u202eup\n";
  const now = new Date();
  const content = { name, type: "event", value: "Signup", props: {} } as const;
  const record = { id: 1, content, createdAt: now, updatedAt: now };
  const change = { change: 1, writer: "", kind: "goal", record, deleted: false } as const;
  server = await startApp({ definitions: [{ ...change, websiteId: 7 }] });
  const url = `${ofWebsite}/goals/1`;

  expect((await ask(url)).json().data.name).toBe(name);
  const changed = await ask(url, { value: "Registered" }, "PATCH");
  expect([changed.statusCode, changed.json().data]).toEqual([
    200,
    expect.objectContaining({ name, value: "Registered" }),
  ]);
  expect((await ask(url, { name }, "PATCH")).json().errors).toHaveProperty("name");
});
