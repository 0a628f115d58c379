import { expect, test } from "vitest";

import type { AuditEntry } from "../../../src/access/audit.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const headers = { authorization: `Bearer ${apiKey}` };
const origin = "https://hooks.slack.com/";
const who = { kind: "root", id: null, name: "root" } as const;

test("an entry has no more of a webhook's URL than its origin", async () => {
  const entries: AuditEntry[] = [];
  const { app } = await startApp({
    audit: async (entry) => void entries.push(entry),
    notifier: { checkHost: async () => {} },
  });
  const url = "/api/v1/webhooks";
  const send = (method: "POST" | "PATCH" | "DELETE", path: string, payload: object) =>
    app.inject({ method, url: `${url}${path}`, headers, payload });
  const made = await send("POST", "", {
    name: "Ops",
    url: `${origin}services/T0/B0/secret-1?a=b`,
  });
  await send("PATCH", "/1", { url: `${origin}services/T0/B0/secret-2` });
  await send("PATCH", "/1", { name: "Other" });
  await send("DELETE", "/1", {});

  expect(made.json().data.url).toContain("secret-1");
  expect(entries.map(({ what, before, after }) => [what, before, after])).toEqual([
    ["webhook.create", null, expect.objectContaining({ name: "Ops", url: origin })],
    ["webhook.update", { id: 1, url: origin }, { id: 1, url: origin }],
    ["webhook.update", { id: 1, name: "Ops" }, { id: 1, name: "Other" }],
    ["webhook.delete", expect.objectContaining({ name: "Other", url: origin }), null],
  ]);
});

test("nor have entries of earlier releases when they are shown", async () => {
  const entry = (what: string, url: string): AuditEntry => ({
    atMs: 0,
    who,
    what,
    websiteId: null,
    before: null,
    after: { id: 1, url },
  });
  const { app } = await startApp({
    auditEntries: [
      entry("webhook.create", `${origin}services/T0/B0/secret`),
      entry("webhook.update", "no URL"),
      entry("goal.create", "/signup"),
    ],
  });
  const { data } = (await app.inject({ url: "/api/v1/audit", headers })).json();

  expect(data.map(({ after }: { after: { url: string } }) => after.url)).toEqual([
    origin,
    null,
    "/signup",
  ]);
});
