import { beforeAll, describe, expect, test } from "vitest";
import type { Need } from "../../../src/access/rights.ts";
import { needs } from "../../../src/access/rights.ts";
import { type ApiDocument, operationsOf } from "../../helpers/api-document.ts";
import { readDocument } from "../../helpers/described-api.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, type Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { askAs, type CallerHeaders, join, makeKey, nobody } from "./callers.ts";
import { allows, readRightsTable } from "./rights-table.ts";

interface OperationWithNeed {
  readonly method: string;
  readonly path: string;
  readonly need: Need;
  /** True if the path has the id of a website. */
  readonly isOfWebsite: boolean;
}

/** The operations below /api/v1, and the metrics. */
async function readOperations(): Promise<OperationWithNeed[]> {
  const entries = [...operationsOf(await readDocument())];
  return entries
    .map(([name, operation]) => {
      const [method = "", path = ""] = name.split(" ");
      const need = (operation as { "x-need"?: Need })["x-need"] as Need;
      return { method, path, need, isOfWebsite: /\/(?:websites|stats)\/\{/.test(path) };
    })
    .filter(({ path, need }) => path.startsWith("/api/v1") || need !== undefined);
}
const operations = await readOperations();
const table = await readRightsTable();

/** A caller whose rights are a row of the table in docs/access.md. */
interface KnownCaller {
  readonly row: string;
  readonly hasAll: boolean;
  readonly isPerson?: boolean;
  readonly headers: CallerHeaders;
}

const footfall = openFootfall();
let websites: { own: number; other: number; missing: number };
const callers = new Map<string, KnownCaller>();
const strangers = new Map<string, CallerHeaders>();

const keyRights = ["read", "write", "collect", "operate"] as const;
const keyNames = keyRights.flatMap((right) => [`${right} on one`, `${right} on all`]);
const memberNames = ["view on one", "view on all", "edit on one", "edit on all", "no grant"];
const callerNames = [
  "root",
  "session of root",
  ...keyNames.map((name) => `key: ${name}`),
  "session of a key",
  "owner",
  ...memberNames.map((name) => `member: ${name}`),
];
/** An address that sends more within 15 minutes gets 429. */
const wrongKeysMax = 100;
const strangerNames = ["nobody", "deleted key", "expired key", "disabled person", "deleted person"];

beforeAll(async () => {
  const own = await footfall.store("own.example");
  const other = await footfall.store("other.example");
  websites = { own: own.id, other: other.id, missing: 999_999 };
  const root = { row: "root", hasAll: true };
  callers.set("root", { ...root, headers: { authorization: `Bearer ${apiKey}` } });
  callers.set("session of root", { ...root, headers: await signIn(apiKey) });
  for (const right of keyRights) {
    for (const hasAll of [false, true]) {
      const fields = { may: [right], websites: hasAll ? "all" : [own.id] };
      const row = `key that may \`${right}\``;
      const { headers } = await makeKey(footfall, fields);
      callers.set(`key: ${right} on ${hasAll ? "all" : "one"}`, { row, hasAll, headers });
    }
  }
  await addPeople(own.id);
  strangers.set("nobody", nobody);
  const deleted = await makeKey(footfall, {});
  await footfall.request(`/api/v1/keys/${deleted.id}`, { method: "DELETE" });
  strangers.set("deleted key", deleted.headers);
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const expired = await makeKey(footfall, { may: ["write"], expires_at: expires });
  strangers.set("expired key", expired.headers);
  footfall.clock.aheadMs = 2 * 3_600_000;
  const readOnly = await makeKey(footfall, { may: ["read"], websites: [own.id] });
  const row = "key that may `read`";
  callers.set("session of a key", { row, hasAll: false, headers: await signIn(readOnly.key) });
});

async function signIn(key: string): Promise<CallerHeaders> {
  const reply = await footfall.request("/session", { body: { key }, key: false });
  expect(reply.status).toBe(204);
  const cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, "sec-fetch-site": "same-origin" };
}

async function addPeople(ownId: number): Promise<void> {
  const owner = await join(footfall, { email: "owner@example.com", role: "owner" });
  const isPerson = true;
  const { headers } = owner;
  callers.set("owner", { row: "person, an owner", hasAll: true, isPerson, headers });
  for (const name of memberNames) {
    const [level = "", , extent] = name.split(" ");
    const grant = { website_id: extent === "all" ? "all" : ownId, may: level };
    const grants = level === "no" ? [] : [grant];
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    const member = await join(footfall, { email, grants });
    // Without a grant there is nothing of its own.
    const row = `person, a member who may \`${level === "no" ? "view" : level}\``;
    const caller = { row, hasAll: extent === "all", isPerson, headers: member.headers };
    callers.set(`member: ${name}`, caller);
  }
  const disabled = await join(footfall, { email: "disabled@example.com", role: "owner" });
  const body = { state: "disabled" };
  await footfall.request(`/api/v1/people/${disabled.id}`, { method: "PATCH", body });
  strangers.set("disabled person", disabled.headers);
  const deleted = await join(footfall, { email: "deleted@example.com", role: "owner" });
  await footfall.request(`/api/v1/people/${deleted.id}`, { method: "DELETE" });
  strangers.set("deleted person", deleted.headers);
}

/**
 * Sends the operation without what else it needs: where it is allowed, it changes nothing. On a
 * busy machine the store may take too long to say whether a website exists; then it is asked again.
 */
async function ask(
  { method, path }: OperationWithNeed,
  headers: CallerHeaders,
  websiteId = 0,
): Promise<Reply> {
  const url = path
    .replace(/(?<=\/(?:websites|stats)\/)\{\w+\}/, String(websiteId))
    .replaceAll(/\{\w+\}/g, "999999");
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  return eventually(async () => {
    const reply = await askAs(footfall, headers, url, { method, ...(hasBody && { body: {} }) });
    expect(reply.status).not.toBe(503);
    return reply;
  });
}

/** The callers who try websites that do not exist; others are compared byte for byte. */
const callersOfMissing = ["root", "owner", "key: collect on all"];

/** Returns the websites with which a caller tries an operation. */
function websitesFor(name: string, { isOfWebsite }: OperationWithNeed): (keyof typeof websites)[] {
  if (!isOfWebsite) return ["own"];
  return callersOfMissing.includes(name) ? ["own", "other", "missing"] : ["own", "other"];
}

type Outcome = "allowed" | "FORBIDDEN" | "WEBSITE_NOT_FOUND" | "UNAUTHORIZED";

function outcomeOf({ status, text }: Reply): Outcome | string {
  const { code = "" } = status >= 400 ? (JSON.parse(text) as { code?: string }) : {};
  if (["FORBIDDEN", "WEBSITE_NOT_FOUND", "UNAUTHORIZED"].includes(code)) return code;
  // Anything else has got past the check of rights. An error of the server has not.
  return status < 500 && !code.startsWith("FORBIDDEN") ? "allowed" : `${status} ${code}`;
}

/** Returns the outcome that docs/access.md promises. */
function promised(
  caller: KnownCaller,
  name: string,
  { method, need, path, isOfWebsite }: OperationWithNeed,
  website: keyof typeof websites,
): Outcome {
  const { rights } = table.find(({ caller: row }) => row.startsWith(caller.row)) ?? {};
  if (rights === undefined) throw new Error(`docs/access.md has no row for ${caller.row}`);
  const hasNone = name === "member: no grant";
  const isOwn = !hasNone && (caller.hasAll || website === "own");
  if (path === "/metrics" && "cookie" in caller.headers) return "UNAUTHORIZED";
  if (!isOfWebsite) {
    const isForAll = method === "GET" && path !== "/api/v1/me/email-reports";
    if (need === "self") return isForAll || caller.isPerson ? "allowed" : "FORBIDDEN";
    if (need === "read") {
      return rights.read !== "no" || caller.isPerson ? "allowed" : "FORBIDDEN";
    }
    return allows(rights[need], false, caller.hasAll) ? "allowed" : "FORBIDDEN";
  }
  if (website === "missing") return "WEBSITE_NOT_FOUND";
  if (allows(rights[need], isOwn, caller.hasAll)) return "allowed";
  return allows(rights.read, isOwn, caller.hasAll) ? "FORBIDDEN" : "WEBSITE_NOT_FOUND";
}

test("every operation below /api/v1 states its need, and says it in its description", () => {
  expect(operations.length).toBeGreaterThan(60);
  for (const { method, path, need } of operations) {
    expect([method, path, needs.includes(need)]).toEqual([method, path, true]);
  }
});

test("no operation outside /api/v1 needs a key, but the metrics", async () => {
  const document: ApiDocument = await readDocument();
  const closed = [...operationsOf(document)]
    .filter(([name, { security }]) => security === undefined && !name.includes(" /api/v1"))
    .map(([name]) => name);

  expect(closed).toEqual(["GET /metrics"]);
});

describe("every operation", () => {
  test.each(callerNames)("answers as docs/access.md says: %s", async (name) => {
    const caller = callers.get(name);
    if (caller === undefined) throw new Error(`${name} was not made`);
    // All at once: an unknown website is looked up in the store, in reads that requests share.
    const wrong = operations.flatMap((operation) =>
      websitesFor(name, operation).map(async (website) => {
        const expected = promised(caller, name, operation, website);
        const { method, path } = operation;
        // Where it may really delete a website, it gets one that nothing else needs.
        const deletes = path === "/api/v1/websites/{id}" && method === "DELETE";
        const id =
          deletes && expected === "allowed"
            ? (await footfall.store(`${website}-${callerNames.indexOf(name)}.example`)).id
            : websites[website];
        const outcome = outcomeOf(await ask(operation, caller.headers, id));
        if (outcome === expected) return "";
        return `${method} ${path} (${website}): ${outcome}, promised: ${expected}`;
      }),
    );

    expect((await Promise.all(wrong)).filter((text) => text !== "")).toEqual([]);
  });

  test.each(strangerNames)("is 401: %s", async (name) => {
    const headers = strangers.get(name);
    if (headers === undefined) throw new Error(`${name} was not made`);
    const statuses: unknown[] = [];
    for (let first = 0; first < operations.length; first += wrongKeysMax) {
      // The wrong keys of before are forgotten.
      footfall.clock.aheadMs += 16 * 60_000;
      const some = operations.slice(first, first + wrongKeysMax).map(async (operation) => {
        const { status } = await ask(operation, headers, websites.own);
        return [operation.method, operation.path, status];
      });
      statuses.push(...(await Promise.all(some)));
    }
    expect(statuses).toEqual(operations.map(({ method, path }) => [method, path, 401]));
  });
});

/** Returns all of an answer but the time of day. */
function whole({ status, headers, text }: Reply) {
  const { date: _, ...others } = Object.fromEntries(headers);
  return { status, headers: others, text };
}

test.each(["member: view on one", "member: no grant", "key: read on one", "key: collect on one"])(
  "a website that cannot be read answers as a missing one, byte for byte: %s",
  async (name) => {
    const { headers = nobody } = callers.get(name) ?? {};
    const ofWebsites = operations.filter(({ isOfWebsite }) => isOfWebsite);
    const answers = (id: number) =>
      Promise.all(ofWebsites.map(async (operation) => whole(await ask(operation, headers, id))));

    expect(await answers(websites.other)).toEqual(await answers(websites.missing));
  },
);

test("lists, totals, searches and summaries have what the caller may read, and no more", async () => {
  const days = "from=2026-11-01&to=2026-11-02";
  const seen = async (name: string, path: string) => {
    const { headers = nobody } = callers.get(name) ?? {};
    const { json } = await askAs(footfall, headers, `/api/v1/websites${path}`);
    const domains = json.data.map(({ domain }: { domain: string }) => domain).sort();
    return { domains, total: json.meta.total, totals: json.meta.totals?.visitors };
  };
  const event = { domain: "other.example", url: "https://other.example/" };
  expect((await footfall.track(event)).status).toBe(202);

  for (const name of ["member: view on one", "key: read on one", "session of a key"]) {
    const one = { domains: ["own.example"], total: 1 };
    expect(await seen(name, "")).toMatchObject(one);
    expect(await seen(name, "?search=example")).toMatchObject(one);
    expect(await seen(name, "?search=other")).toMatchObject({ domains: [], total: 0 });
    expect(await seen(name, `/summary?${days}`)).toEqual({ ...one, totals: 0 });
    expect(await seen(name, `/summary?search=other&${days}`)).toEqual({
      domains: [],
      total: 0,
      totals: 0,
    });
  }
  const none = { domains: [], total: 0 };
  expect(await seen("member: no grant", "")).toMatchObject(none);
  expect(await seen("member: no grant", `/summary?${days}`)).toEqual({ ...none, totals: 0 });
  for (const name of ["owner", "member: view on all", "key: read on all"]) {
    const { domains, total } = await seen(name, "?per_page=100&search=other.example");
    expect([domains, total]).toEqual([["other.example"], 1]);
  }
});

test("what a caller hears about itself has its rights and its websites", async () => {
  const me = async (name: string) => {
    const { headers = nobody } = callers.get(name) ?? {};
    const { kind, may, websites: own } = (await askAs(footfall, headers, "/api/v1/me")).json.data;
    return [kind, may, own];
  };
  const { own } = websites;

  expect(await me("root")).toEqual(["root", needs.filter((need) => need !== "self"), "all"]);
  expect(await me("key: write on one")).toEqual(["key", ["write"], [own]]);
  expect(await me("key: read on all")).toEqual(["key", ["read"], "all"]);
  expect(await me("session of a key")).toEqual(["key", ["read"], [own]]);
  expect(await me("owner")).toEqual(["person", needs.filter((need) => need !== "self"), "all"]);
  expect(await me("member: view on one")).toEqual(["person", ["read"], [own]]);
  expect(await me("member: edit on one")).toEqual(["person", ["read", "write", "collect"], [own]]);
  expect(await me("member: edit on all")).toEqual([
    "person",
    ["read", "write", "collect", "create"],
    "all",
  ]);
  expect(await me("member: no grant")).toEqual(["person", ["read"], []]);
});

test.concurrent.each([
  "/0",
  "/01",
  "/+1",
  "/1e0",
  "/1.0",
  "/ 1",
  "/1%20",
  "/-1",
  "/%31%00",
  "/9999999999",
  "/x",
  "/4294967297",
  "/1;a",
  "/1,2",
  "/١",
])("text that is no id is a missing website: %s", async (id) => {
  for (const name of ["root", "key: read on all", "owner"]) {
    const { headers = nobody } = callers.get(name) ?? {};
    const reply = await askAs(footfall, headers, `/api/v1/websites${encodeURI(decodeURI(id))}`);
    expect([name, reply.status]).toEqual([name, 404]);
  }
});

test.each([
  ["a slash behind it", "/", [404]],
  ["two slashes", "//", [404]],
  ["an encoded slash", "%2F", [404]],
  ["a matrix parameter", ";a=b", [404]],
  ["a dot", "/.", [404, 403]],
  ["another case", "KEYS", [404]],
] as const)("no spelling of a path gets past its need: %s", async (_what, end, allowed) => {
  const { headers = nobody } = callers.get("member: edit on all") ?? {};
  for (const path of ["keys", "people", "audit"]) {
    const spelled = end === "KEYS" ? path.toUpperCase() : `${path}${end}`;
    for (const method of ["GET", "POST", "HEAD", "OPTIONS", "DELETE", "PATCH", "PUT"]) {
      const body = method === "POST" || method.startsWith("P") ? { body: "{}" } : {};
      const reply = await askAs(footfall, headers, `/api/v1/${spelled}`, { method, ...body });
      expect([spelled, method, [...allowed, 403].includes(reply.status)]).toEqual([
        spelled,
        method,
        true,
      ]);
    }
  }
});

test("HEAD has the need of GET", async () => {
  const { headers = nobody } = callers.get("member: view on one") ?? {};
  const gets = operations.filter(({ method }) => method === "GET");
  const answers = (method: string) =>
    Promise.all(gets.map((operation) => ask({ ...operation, method }, headers, websites.other)));
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);
  const heads = await answers("HEAD");

  expect(statuses(heads)).toEqual(statuses(await answers("GET")));
  expect(heads.every(({ text }) => text === "")).toBe(true);
});

describe("/{domain} and /shared/{domain} of a private website", () => {
  test.each([
    ["member: view on one", "own.example", 200],
    ["member: view on one", "other.example", 404],
    ["member: no grant", "own.example", 404],
    ["owner", "other.example", 200],
    ["key: read on one", "own.example", 200],
    ["key: read on one", "other.example", 404],
    ["key: collect on one", "own.example", 404],
    ["key: operate on all", "own.example", 404],
    ["session of a key", "own.example", 200],
    ["session of a key", "other.example", 404],
  ])("%s sees %s: %i", async (name, domain, status) => {
    const { headers = nobody } = callers.get(name) ?? {};
    const shared = await askAs(footfall, headers, `/shared/${domain}`);
    const page = await askAs(footfall, { ...headers, accept: "text/html" }, `/${domain}`);

    expect([shared.status, page.status]).toEqual([status, status]);
    if (status === 404) {
      const missing = await askAs(footfall, headers, "/shared/missing.example");
      expect(whole(shared)).toEqual(whole(missing));
    }
  });
});
