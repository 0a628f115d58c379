import { expect, test } from "vitest";

import {
  type AuditNames,
  actorText,
  auditText,
  changesOf,
} from "../../../src/dashboard/account/audit-texts.ts";
import { auditWords } from "../../../src/dashboard/words/audit.ts";
import { format } from "../../../src/dashboard/words/reader.ts";
import { definitionsMax } from "../../../src/definitions/definition.ts";
import type { AuditRecord } from "../../../src/model/person.ts";

const names = {
  websites: [{ id: 1, domain: "shop.example", domain_unicode: "shop.example" }],
  people: [{ id: 2, name: "Ada", email: "ada@shop.example" }],
  keys: [{ id: 3, name: "Report" }],
} as unknown as AuditNames;

function entry(what: string, before: object | null, after: object | null, websiteId = 0) {
  const who = { kind: "person" as const, id: 2, name: "Ada" };
  const website_id = websiteId || null;
  return { at: "2026-11-26T09:30:00.000Z", who, what, website_id, before, after } as AuditRecord;
}

test.each([
  [entry("sign-in", null, { label: "Firefox on Linux" }), "Ada signed in, Firefox on Linux"],
  [entry("person.invite", null, { id: 4, email: "bob@b.example" }), "Ada invited bob@b.example"],
  [entry("person.link", null, { person_id: 2, kind: "reset" }), "Ada made a link for Ada"],
  [entry("person.update", { id: 2, role: "member" }, { id: 2, role: "owner" }), "Ada changed Ada"],
  [entry("person.update", { name: "A" }, { name: "Ada" }), "Ada changed their own account"],
  [entry("key.update", { id: 3 }, { id: 3 }), "Ada changed the key Report"],
  [entry("key.delete", { id: 9, name: "Old" }, null), "Ada deleted the key Old"],
  [entry("website.update", {}, {}, 1), "Ada changed the website shop.example"],
  [
    entry("website.delete", { id: 7, domain: "a.example" }, null, 7),
    "Ada deleted the website a.example",
  ],
  [
    entry("goal.create", null, { id: 5, name: "Signup" }, 1),
    "Ada added the goal Signup of shop.example",
  ],
  [
    entry("share.delete", { id: 5, name: "Office" }, null, 8),
    "Ada deleted the shared link Office of website 8",
  ],
  [entry("email_reports.update", {}, {}, 1), "Ada changed the e-mail reports of shop.example"],
  [entry("email_reports.update", { id: 2 }, { id: 2 }), "Ada changed their own e-mail reports"],
  [entry("webhook.create", null, { id: 1, name: "Team chat" }), "Ada added the webhook Team chat"],
  [entry("import.undo", { id: 6 }, null, 1), "Ada undid import 6 of shop.example"],
  [entry("thing.turn-round", null, {}), "Ada: thing.turn-round"],
])("%o is a sentence", (record, text) => {
  expect(auditText(record, names)).toBe(text);
});

test.each([...Object.keys(definitionsMax)])("each change of a %s has a sentence", (kind) => {
  const changes = { import: ["create", "undo"], correction: ["create", "update"] }[kind];
  for (const change of changes ?? ["create", "update", "delete"]) {
    expect(Object.keys(auditWords.sentences)).toContain(`${kind}.${change}`);
  }
});

test("a sentence has a place for whoever did it, which markup can take", () => {
  const record = entry("goal.create", null, { id: 5, name: "Signup" }, 1);
  expect(auditText(record, names, "<b>Ada</b>")).toBe(
    "<b>Ada</b> added the goal Signup of shop.example",
  );
});

test("whoever did it is a person, a key or the server", () => {
  expect(actorText({ kind: "root", id: null, name: "root key" })).toBe("An API key of the server");
  expect(actorText({ kind: "key", id: 3, name: "Report" })).toBe("The key Report");
  expect(actorText({ kind: "person", id: 2, name: "Ada" })).toBe("Ada");
});

test("changed fields are shown as they were and as they are", () => {
  const before = {
    id: 2,
    role: "member",
    grants: [],
    privacy: 1,
    websites: "all",
    exclude_ips: null,
    password: "hidden",
    may: ["read"],
    send_at: "06:00",
  };
  const after = {
    id: 2,
    role: "owner",
    privacy: 2,
    websites: [1, 9],
    exclude_ips: "10.0.0.1",
    grants: [{ website_id: 1, may: "view" }],
    password: "changed",
    may: ["read", "write"],
    send_at: "18:30",
  };
  expect(changesOf(entry("person.update", before, after), names)).toEqual([
    "Role: member → owner",
    "Who can see the statistics: private → with a password",
    "Websites: all → shop.example and website 9",
    "Excluded addresses: none → 10.0.0.1",
    "Websites: No website yet → shop.example (view)",
    "Password: changed",
    "Rights: read → read and write",
    `Sent at: ${format.clock("06:00")} → ${format.clock("18:30")}`,
  ]);
  expect(changesOf(entry("key.create", null, after), names)).toEqual([]);
});
