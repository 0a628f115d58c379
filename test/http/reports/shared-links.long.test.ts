import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fakes, WebsiteDefinitionChange } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import {
  cheapHash,
  cookiesOf,
  domains,
  password,
  startSharing,
  wholeAnswer,
} from "../access-app.ts";

const dayMs = 24 * 60 * 60 * 1000;
const range = "from=2026-11-01&to=2026-11-02";
const authorization = `Bearer ${apiKey}`;
const browser = { accept: "text/html,*/*;q=0.8" };
/** The id of the private website. */
const websiteId = 2;
/** Paths below `/share/{token}` of each group of reports. */
const reports: Readonly<Record<string, readonly string[]>> = {
  overview: [`/stats?name=page&${range}`, `/summary?${range}`, `/heatmap?${range}`, "/live"],
  goals: ["/goals", `/goals/stats?${range}`, "/goals/1", `/goals/1/stats?name=page&${range}`],
  funnels: [
    "/funnels",
    "/funnels/1",
    `/funnels/1/stats?${range}`,
    `/funnels/stats?step=page:/a&step=page:/b&${range}`,
  ],
  journeys: [`/journeys?${range}`, `/journeys/paths?steps=2&${range}`],
  engagement: [`/engagement?${range}`],
  properties: [`/props?${range}`, `/props/plan?${range}`],
  revenue: [`/revenue?${range}`, `/revenue/stats?name=source&${range}`],
};
const shown = ["/website", "/segments", "/annotations"];

interface NewLink {
  readonly password?: string;
  readonly reports?: readonly string[];
  readonly expires_at?: string;
}

interface Link {
  readonly id: number;
  readonly token: string;
}

/** Starts the application. Its definitions are where a test can look at them. */
async function start(fakes: Fakes = {}) {
  const definitions: WebsiteDefinitionChange[] = [];
  const started = await startSharing({ definitions, ...fakes });
  return { ...started, definitions };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Returns the functions that make and change definitions of the private website. */
function ownerOf({ ask, definitions }: Started) {
  const send = (method: "POST" | "PATCH" | "DELETE", below: string, payload?: object) =>
    ask(`/api/v1/websites/${websiteId}${below}`, {
      method,
      headers: { authorization },
      ...(payload && { payload }),
    });
  let links = 0;
  return {
    send,
    /** Makes a link. Its password has a hash that a test has time for. */
    async link({ password: text, ...body }: NewLink = {}): Promise<Link> {
      links += 1;
      const reply = await send("POST", "/shares", { name: `${links}`, ...body });
      expect(reply.statusCode, reply.body).toBe(201);
      const { id, url } = reply.json().data;
      const made = definitions.at(-1)?.record.content ?? {};
      if (text !== undefined) Object.assign(made, { passwordHash: cheapHash(text) });
      return { id, token: String(url).split("/").at(-1) ?? "" };
    },
  };
}

function viewOf({ body }: { body: string }): string | undefined {
  return /data-view="([^"]*)"/.exec(body)?.[1];
}

const step = { type: "page", value: "/a" };
/** For tests that do not change it. */
let sharing: Started;
let owner: ReturnType<typeof ownerOf>;
beforeAll(async () => {
  sharing = await start();
  owner = ownerOf(sharing);
  await owner.send("POST", "/goals", { name: "A", ...step });
  await owner.send("POST", "/funnels", { name: "A", steps: [step, step] });
  const secret = { name: "Secret", filters: { page: ["/"] } };
  const open = { name: "Open", filters: { goal: ["A"] }, public: 1 };
  for (const segment of [secret, open]) await owner.send("POST", "/segments", segment);
  await owner.send("POST", "/annotations", { date: "2026-11-01", text: "Hidden" });
  await owner.send("POST", "/annotations", { date: "2026-11-01", text: "Shown", public: 1 });
});
afterAll(stopAll);

describe("a shared link", () => {
  test("shows every report of a private website, to everybody", async () => {
    const { ask } = sharing;
    const { token } = await owner.link();
    for (const rest of [...Object.values(reports).flat(), ...shown]) {
      const reply = await ask(`/share/${token}${rest}`);
      expect([rest, reply.statusCode]).toEqual([rest, 200]);
    }
    const { data } = (await ask(`/share/${token}/website`)).json();
    expect(data).toEqual({
      domain: domains.private,
      domain_unicode: domains.private,
      timezone: "UTC",
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reports: Object.keys(reports),
      segment: null,
    });
  });

  test("has a page, which is the same for everybody", async () => {
    const { ask, signIn } = sharing;
    const { token } = await owner.link();
    for (const carried of [
      {},
      { cookies: await signIn() },
      { headers: { ...browser, authorization } },
    ]) {
      const reply = await ask(`/share/${token}`, { headers: browser, ...carried });
      expect([reply.statusCode, viewOf(reply)]).toEqual([200, "shared"]);
      expect(reply.headers["cache-control"]).toBe("private, no-store");
      expect(reply.headers["referrer-policy"]).toBe("same-origin");
    }
  });

  test("may be embedded if it has no password", async () => {
    const embedding = await start({ frameAncestors: ["https://blog.test"] });
    const { link } = ownerOf(embedding);
    const policyOf = async ({ token }: Link) =>
      String((await embedding.ask(`/share/${token}`)).headers["content-security-policy"]);
    expect(await policyOf(await link())).toContain("frame-ancestors https://blog.test");
    expect(await policyOf(await link({ password }))).toContain("frame-ancestors 'none'");
  });

  test("shows public annotations and segments, and no others", async () => {
    const { ask } = sharing;
    const { token } = await owner.link();
    const namesIn = async (list: string, field: string) =>
      (await ask(`/share/${token}${list}`))
        .json()
        .data.map((one: object) => Reflect.get(one, field));
    expect(await namesIn("/segments", "name")).toEqual(["Open"]);
    expect(await namesIn("/annotations", "text")).toEqual(["Shown"]);
    expect((await ask(`/share/${token}/segments/1`)).json().code).toBe("NOT_FOUND");
    expect((await ask(`/share/${token}/annotations/1`)).json().code).toBe("NOT_FOUND");
    const own = await ask(`/share/${token}/summary?${range}&segment=1`);
    expect(Object.keys(own.json().errors)).toEqual(["segment"]);
  });

  test("cannot be changed or listed by viewers", async () => {
    const { ask } = sharing;
    const { token, id } = await owner.link();
    for (const path of [`/share/${token}/shares`, `/share/${token}/shares/${id}`]) {
      expect((await ask(path)).json().code).toBe("ROUTE_NOT_FOUND");
    }
    for (const path of ["shares", `shares/${id}`]) {
      expect((await ask(`/shared/${domains.public}/${path}`)).statusCode).toBe(404);
      expect((await ask(`/api/v1/websites/${websiteId}/${path}`)).statusCode).toBe(401);
    }
  });
});

describe("a link that lists reports", () => {
  test.each(Object.keys(reports))("shows those of %s alone", async (group) => {
    const { ask } = sharing;
    const { token } = await owner.link({ reports: [group] });
    for (const [other, paths] of Object.entries(reports)) {
      for (const rest of paths) {
        const reply = await ask(`/share/${token}${rest}`);
        expect([rest, reply.statusCode]).toEqual([rest, other === group ? 200 : 404]);
        if (other !== group) expect(reply.json().code).toBe("ROUTE_NOT_FOUND");
      }
    }
    for (const rest of shown) {
      expect((await ask(`/share/${token}${rest}`)).statusCode).toBe(200);
    }
    expect((await ask(`/share/${token}/website`)).json().data.reports).toEqual([group]);
  });

  test("refuses filters by goals and funnels that it does not show", async () => {
    const { ask } = sharing;
    const errorsOf = async (link: Link, filter: string) => {
      const reply = await ask(`/share/${link.token}/summary?${range}&${filter}`);
      return Object.keys(reply.json().errors ?? {});
    };
    const [goal, funnel] = ["filter[goal]=A", "filter[funnel]=A:1"];
    const overview = await owner.link({ reports: ["overview"] });
    const both = await owner.link({ reports: ["overview", "goals", "funnels"] });
    expect([await errorsOf(both, goal), await errorsOf(both, funnel)]).toEqual([[], []]);
    expect(await errorsOf(overview, goal)).toEqual(["filter[goal]"]);
    expect(await errorsOf(overview, funnel)).toEqual(["filter[funnel]"]);
    // A public segment that names a goal is one more filter by it.
    expect(await errorsOf(both, "segment=2")).toEqual([]);
    expect(await errorsOf(overview, "segment=2")).toEqual(["segment"]);
    expect((await ask(`/share/${overview.token}/segments`)).json().data).toEqual([]);
    const known = await ask(`/share/${overview.token}/summary?${range}&${goal}`);
    const unknown = await ask(`/share/${overview.token}/summary?${range}&filter[goal]=Z`);
    expect(known.json()).toEqual(unknown.json());
  });
});

describe("a link with a password", () => {
  const unlock = ({ post }: Started, token: string, text = password, options = {}) =>
    post(`/share/${token}/unlock`, { password: text }, options);

  test("is locked until it is unlocked, for 30 days", async () => {
    const own = await start();
    const { token } = await ownerOf(own).link({ password });
    const path = `/share/${token}/live`;
    expect((await own.ask(path)).json().code).toBe("PASSWORD_REQUIRED");
    expect((await own.ask(`/share/${token}/website`)).json().code).toBe("PASSWORD_REQUIRED");
    expect(viewOf(await own.ask(`/share/${token}`, { headers: browser }))).toBe("locked");
    expect((await unlock(own, token, "wrong")).json().code).toBe("WRONG_PASSWORD");

    const reply = await unlock(own, token);
    expect([reply.statusCode, reply.body]).toEqual([204, ""]);
    const cookies = cookiesOf(reply);
    expect(Object.keys(cookies)).toEqual([`footfall_unlock_${token}`]);
    expect((await own.ask(path, { cookies })).statusCode).toBe(200);
    expect(viewOf(await own.ask(`/share/${token}`, { cookies, headers: browser }))).toBe("shared");
    own.clock.aheadMs = 30 * dayMs - 60_000;
    expect((await own.ask(path, { cookies })).statusCode).toBe(200);
    own.clock.aheadMs = 30 * dayMs + 1;
    expect((await own.ask(path, { cookies })).statusCode).toBe(401);
  });

  test("asks owners for it, too", async () => {
    const { token } = await owner.link({ password });
    const cookies = await sharing.signIn();
    expect((await sharing.ask(`/share/${token}/live`, { cookies })).statusCode).toBe(401);
  });

  test("is locked again by another password, and open without one", async () => {
    const { token, id } = await owner.link({ password });
    const status = async (cookies = {}) =>
      (await sharing.ask(`/share/${token}/live`, { cookies })).statusCode;
    const cookies = cookiesOf(await unlock(sharing, token));
    expect(await status(cookies)).toBe(200);
    await owner.send("PATCH", `/shares/${id}`, { name: "Renamed" });
    expect(await status(cookies)).toBe(200);
    await owner.send("PATCH", `/shares/${id}`, { password });
    expect(await status(cookies)).toBe(401);
    await owner.send("PATCH", `/shares/${id}`, { password: null });
    expect(await status()).toBe(200);
    const needless = await unlock(sharing, token, "any");
    expect([needless.statusCode, needless.cookies]).toEqual([204, []]);
  });

  test("is not opened by what opens another link, and opens nothing else", async () => {
    const [first, second] = [await owner.link({ password }), await owner.link({ password })];
    const token = Object.values(cookiesOf(await unlock(sharing, first.token)))[0] ?? "";
    const cookies = Object.fromEntries(
      [first.token, second.token, domains.locked].map((name) => [`footfall_unlock_${name}`, token]),
    );
    const status = async (path: string) => (await sharing.ask(path, { cookies })).statusCode;
    expect(await status(`/share/${first.token}/live`)).toBe(200);
    expect(await status(`/share/${second.token}/live`)).toBe(401);
    expect(await status(`/shared/${domains.locked}`)).toBe(401);
    expect(await status(`/shared/${domains.private}`)).toBe(404);
    expect(await status("/api/v1/websites")).toBe(401);
  });

  test("is tried ten times from an address, apart from other links", async () => {
    const own = await start();
    const { link } = ownerOf(own);
    const [{ token }, other] = [await link({ password }), await link({ password })];
    for (let n = 0; n < 10; n += 1) await unlock(own, token, "wrong");
    const refused = await unlock(own, token);
    expect(refused.json().code).toBe("TOO_MANY_ATTEMPTS");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await unlock(own, other.token)).statusCode).toBe(204);
    const elsewhere = { remoteAddress: "2001:db8::1" };
    expect((await unlock(own, token, password, elsewhere)).statusCode).toBe(204);
    own.clock.aheadMs = 15 * 60_000;
    expect((await unlock(own, token)).statusCode).toBe(204);
  });

  test("is not unlocked from a page of another server", async () => {
    const { token } = await owner.link({ password });
    const headers = { origin: "https://evil.test" };
    const reply = await unlock(sharing, token, password, { headers });
    expect([reply.json().code, reply.cookies]).toEqual(["FORBIDDEN_ORIGIN", []]);
  });
});

describe("links that lead nowhere", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const asked: [string, InjectOptions][] = [
    ...["", "/", ...shown, ...Object.values(reports).flat(), "/nothing", "/unlock"].map(
      (rest): [string, InjectOptions] => [rest, {}],
    ),
    ["", { headers: browser }],
    ["", { method: "HEAD" }],
    ["", { method: "DELETE" }],
    ["/stats?name=nothing&from=x", {}],
    [`/summary?${range}`, { headers: { "if-none-match": "*" } }],
    [`/stats?name=page&${range}`, { headers: { accept: "text/csv" } }],
    ["/unlock", { method: "POST" }],
    ["/unlock", { method: "POST", headers: form, body: `password=${password}` }],
    ["/unlock", { method: "POST", headers: { origin: "https://evil.test", ...form }, body: "a=b" }],
  ];
  /** Tokens of an unknown link, of one of a website that is missing, and of other forms. */
  const unknown = (token: string) => [
    `${token.slice(0, -2)}${token.endsWith("A") ? "BQ" : "AA"}`,
    `zzzz${token.slice(4)}`,
    token.slice(0, -1),
    "x",
  ];

  test("are the same, whether expired, deleted or unknown", async () => {
    const own = await start();
    const { link, send } = ownerOf(own);
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const expired = await link({ password, expires_at });
    const deleted = await link({ password });
    const unlockOf = async ({ token }: Link) =>
      cookiesOf(await own.post(`/share/${token}/unlock`, { password }));
    const cookies = { ...(await unlockOf(expired)), ...(await unlockOf(deleted)) };
    expect((await own.ask(`/share/${expired.token}/live`, { cookies })).statusCode).toBe(200);
    await send("DELETE", `/shares/${deleted.id}`);
    own.clock.aheadMs = 60_001;

    const tokens = [expired.token, deleted.token, ...unknown(expired.token)];
    for (const [rest, options] of asked) {
      const answers = await Promise.all(
        tokens.flatMap((token) =>
          [{}, cookies].map((jar) =>
            own.ask(`/share/${token}${rest}`, { cookies: jar, ...options }),
          ),
        ),
      );
      const [first, ...others] = answers.map(wholeAnswer);
      expect(first?.status, rest).toBeGreaterThanOrEqual(400);
      for (const other of others) expect([rest, other]).toEqual([rest, first]);
    }
  });

  test("are not distinguishable by the number of password attempts", async () => {
    const own = await start();
    const { link, send } = ownerOf(own);
    const deleted = await link({ password });
    await send("DELETE", `/shares/${deleted.id}`);
    for (const token of [deleted.token, ...unknown(deleted.token)]) {
      for (let n = 0; n < 12; n += 1) {
        const reply = await own.post(`/share/${token}/unlock`, { password });
        expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
      }
    }
  });

  test("lead somewhere again if their end is moved", async () => {
    const own = await start();
    const { link, send } = ownerOf(own);
    const { id, token } = await link({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    own.clock.aheadMs = 60_001;
    expect((await own.ask(`/share/${token}/live`)).statusCode).toBe(404);
    expect((await send("PATCH", `/shares/${id}`, { name: "Expired" })).statusCode).toBe(200);
    expect((await own.ask(`/share/${token}/live`)).statusCode).toBe(404);
    await send("PATCH", `/shares/${id}`, { expires_at: null });
    expect((await own.ask(`/share/${token}/live`)).statusCode).toBe(200);
  });
});

describe("the day of the last use", () => {
  test("is written once a day, by whoever sees the link open", async () => {
    const own = await start();
    const { definitions } = own;
    const { link, send } = ownerOf(own);
    const { id, token } = await link({ password });
    const used = async () =>
      (
        await own.ask(`/api/v1/websites/${websiteId}/shares/${id}`, { headers: { authorization } })
      ).json().data;
    const made = await used();
    await own.ask(`/share/${token}/live`);
    await own.ask(`/share/${token}`);
    expect([made.last_used_on, definitions.length]).toEqual([null, 1]);

    const cookies = cookiesOf(await own.post(`/share/${token}/unlock`, { password }));
    await Promise.all(
      Array.from({ length: 5 }, () => own.ask(`/share/${token}/live`, { cookies })),
    );
    await own.ask(`/share/${token}/live`, { cookies });
    const today = new Date().toISOString().slice(0, 10);
    expect(await used()).toEqual({ ...made, last_used_on: today });
    expect(definitions).toHaveLength(2);

    own.clock.aheadMs = dayMs;
    await own.ask(`/share/${token}/live`, { cookies });
    await own.ask(`/share/${token}/live`, { cookies });
    expect((await used()).last_used_on > today).toBe(true);
    expect(definitions).toHaveLength(3);
    // A change of an owner keeps it.
    await send("PATCH", `/shares/${id}`, { name: "Renamed" });
    expect((await used()).last_used_on > today).toBe(true);
  });
});
