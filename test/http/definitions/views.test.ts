import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AuditEntry } from "../../../src/access/audit.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { type PeopleApp, startPeople } from "../access/people-app.ts";

const list = "/api/v1/websites/7/views";
const view = { name: "Shop", query: "view=goals&range=30d&filter[country]=Germany" };
const audited: AuditEntry[] = [];
let server: PeopleApp;
let made = 0;
beforeAll(async () => {
  server = await startPeople({
    websites: [{ privacy: "public" }],
    audit: async (entry) => void audited.push(entry),
  });
});
afterAll(stopAll);

/** A person who may read or change the website, and asks for its views. */
async function member(may: "view" | "edit") {
  made += 1;
  const email = `person-${made}@example.com`;
  const { id, cookies } = await server.join({ email, grants: [{ website_id: 7, may }] });
  const ask = async (method: string, below = "", body?: object) => {
    const reply = await server.as(cookies, method, `${list}${below}`, body);
    const json = reply.json();
    return { status: reply.statusCode, json, data: json.data };
  };
  const add = async (more: object) => {
    const { status, data } = await ask("POST", "", { ...view, ...more });
    expect(status).toBe(201);
    return data.id as number;
  };
  const names = async () =>
    (await ask("GET", "?sort_by=id&sort=asc")).data.map(({ name }: { name: string }) => name);
  return { id, ask, add, names };
}

describe("an own view", () => {
  test("is made, changed and deleted by somebody who may only read", async () => {
    const ada = await member("view");
    const added = await ada.ask("POST", "", { ...view, person: ada.id });
    expect([added.status, added.data]).toEqual([
      201,
      expect.objectContaining({ ...view, person: ada.id }),
    ]);
    const below = `/${added.data.id}`;
    expect((await ada.ask("PATCH", below, { query: "range=7d" })).data).toMatchObject({
      name: "Shop",
      query: "range=7d",
      person: ada.id,
    });
    expect((await ada.ask("DELETE", below)).json).toMatchObject({ object: "view", deleted: true });
    expect(await ada.names()).toEqual([]);
    const noted = audited.filter(({ who }) => who.kind === "person" && who.id === ada.id);
    expect(noted.map(({ what }) => what).slice(-3)).toEqual([
      "view.create",
      "view.update",
      "view.delete",
    ]);
  });

  test("is missing for everybody else, whatever they may do", async () => {
    const ada = await member("view");
    const bob = await member("edit");
    const below = `/${await ada.add({ name: "Secret", person: ada.id })}`;
    expect(await bob.names()).not.toContain("Secret");
    for (const [method, body] of [["GET"], ["PATCH", { name: "X" }], ["DELETE"]] as const) {
      expect([method, (await bob.ask(method, below, body)).status]).toEqual([method, 404]);
      expect((await server.root(method, `${list}${below}`, body)).statusCode).toBe(404);
    }
    expect((await server.root("GET", list)).body).not.toContain("Secret");
    expect((await ada.ask("GET", below)).data.name).toBe("Secret");
  });

  test("is made for oneself alone, and tells of no name of somebody else", async () => {
    const ada = await member("view");
    const bob = await member("edit");
    await ada.add({ name: "Secret", person: ada.id });
    for (const query of ["", "no query"]) {
      const body = { name: "Secret", query, person: ada.id };
      const { status, json } = await bob.ask("POST", "", body);
      expect(status).toBe(422);
      expect(json.errors).not.toHaveProperty("name");
    }
    const key = await server.root("POST", list, { ...view, person: ada.id });
    expect([key.statusCode, Object.keys(key.json().errors)]).toEqual([422, ["person"]]);
    await bob.add({ name: "Secret", person: bob.id });
  });

  test("has a name of its own, and is one of 50", async () => {
    const ada = await member("view");
    for (let i = 0; i < 50; i += 1) await ada.add({ name: `View ${i}`, person: ada.id });
    const ask = (name: string) => ada.ask("POST", "", { ...view, name, person: ada.id });
    expect((await ask("View 3")).json.errors).toHaveProperty("name");
    expect((await ask("One more")).json.errors).toEqual({
      body: ["a website has at most 50 own views of a person"],
    });
    const bob = await member("view");
    await bob.add({ name: "View 3", person: bob.id });
  });

  test("goes with its person, and shared ones stay", async () => {
    const ada = await member("edit");
    const bob = await member("view");
    await ada.add({ name: "Mine", person: ada.id });
    await ada.add({ name: "Ours" });
    await bob.add({ name: "Bob's", person: bob.id });
    expect((await server.root("DELETE", `/api/v1/people/${ada.id}`)).statusCode).toBe(200);

    const gone = audited.filter(({ what }) => what === "view.delete").at(-1);
    expect(gone?.before).toMatchObject({ name: "Mine", person: ada.id });
    expect(await bob.names()).toEqual(expect.arrayContaining(["Ours", "Bob's"]));
  });
});

describe("a shared view", () => {
  test("is read by all readers, and changed by those who may write", async () => {
    const ada = await member("edit");
    const bob = await member("view");
    const below = `/${await ada.add({ name: "All" })}`;
    expect(await bob.names()).toContain("All");
    const refused = [
      await bob.ask("POST", "", { ...view, name: "Mine" }),
      await bob.ask("PATCH", below, { name: "Mine" }),
      await bob.ask("PATCH", below, { person: bob.id }),
      await bob.ask("DELETE", below),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await ada.ask("PATCH", below, { person: ada.id })).status).toBe(200);
    expect(await bob.names()).not.toContain("All");
  });

  test("of somebody who may only read cannot be made of an own one", async () => {
    const bob = await member("view");
    const below = `/${await bob.add({ name: "Own", person: bob.id })}`;
    expect((await bob.ask("PATCH", below, { person: 0 })).status).toBe(403);
  });
});

test("the query of a view has at most 2,000 characters of a URL", async () => {
  const ask = async (query: string) => {
    const name = `Length ${query.length}`;
    const { statusCode, body } = await server.root("POST", list, { name, query });
    return [statusCode, Object.keys(JSON.parse(body).errors ?? {})];
  };
  expect(await ask("x".repeat(2_000))).toEqual([201, []]);
  for (const query of ["x".repeat(2_001), "a b", "#a", "ä", "a\n"]) {
    expect(await ask(query)).toEqual([422, ["query"]]);
  }
});

test("viewers of a public website get no views", async () => {
  const { statusCode } = await server.as({}, "GET", "/shared/example.com/views");
  expect(statusCode).toBe(404);
});
