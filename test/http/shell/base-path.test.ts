import { describe, expect, test } from "vitest";

import { ownParts } from "../../../src/base/base-path.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { cookiesOf, domains, password, startSharing } from "../access-app.ts";

const baseUrl = "https://host.test/stats";
const authorization = `Bearer ${apiKey}`;

/** One proxy removes the base path, and another one does not. */
describe.each([
  ["removed", ""],
  ["not removed", "/stats"],
])("below a base path that is %s", (_what, prefix) => {
  test("pages load their assets from below it, and say where the server is", async () => {
    const { ask } = await startSharing({ baseUrl });
    for (const path of ["/", `/${domains.public}`, "/account/people", "/no/such/page"]) {
      const { body } = await ask(`${prefix}${path}`, { headers: { accept: "text/html" } });
      expect(body).toContain('src="/stats/assets/a.js"');
      expect(body).toContain(`data-base-url="${baseUrl}"`);
    }
    expect((await ask(`${prefix}/assets/app-12345678.js`)).body).toContain("another release");
  });

  test("cookies are sent below it alone, to sign in and to unlock", async () => {
    const { ask, post } = await startSharing({ baseUrl });
    const signIn = await post(`${prefix}/session`, { key: apiKey });
    const name = "__Secure-footfall_session";
    const attributes = { path: "/stats", secure: true, httpOnly: true, sameSite: "Lax" };
    expect(signIn.cookies).toMatchObject([{ name, ...attributes }]);
    const list = { cookies: cookiesOf(signIn) };
    expect((await ask(`${prefix}/api/v1/websites`, list)).statusCode).toBe(200);

    const unlock = await post(`${prefix}/shared/${domains.locked}/unlock`, { password });
    expect(unlock.cookies).toMatchObject([attributes]);
    const seen = await ask(`${prefix}/shared/${domains.locked}`, { cookies: cookiesOf(unlock) });
    expect(seen.statusCode).toBe(200);
    const signOut = await ask(`${prefix}/session`, { method: "DELETE", ...list });
    expect(signOut.cookies).toMatchObject([{ name, path: "/stats", value: "" }]);
  });

  test("links, Location, OpenAPI and the tracker have it", async () => {
    const { app } = await startApp({ baseUrl });
    const headers = { authorization, host: "host.test" };
    const list = await app.inject({ url: `${prefix}/api/v1/websites?page=1`, headers });
    expect(list.json().links.first).toBe("http://host.test/stats/api/v1/websites?page=1");
    expect(list.json().meta.path).toBe("http://host.test/stats/api/v1/websites");
    const made = await app.inject({
      method: "POST",
      url: `${prefix}/api/v1/websites`,
      headers,
      body: { domain: "new.test" },
    });
    expect(made.headers.location).toBe(`/stats/api/v1/websites/${made.json().data.id}`);
    const document = await app.inject(`${prefix}/openapi.json`);
    expect(document.json().servers).toMatchObject([{ url: "/stats" }]);
    const { body } = await app.inject(`${prefix}/js/script.js`);
    expect(body.match(/["'`][^"'`]*\/api\/event["'`]/g)).toEqual(["`/stats/api/event`"]);
    const face = await app.inject(`${prefix}/js/plausible.js`);
    expect(face.body.match(/["'`][^"'`]*\/api\/event["'`]/g)).toEqual(["`/stats/api/event`"]);
    // This one finds the collector beside itself.
    expect((await app.inject(`${prefix}/script.js`)).body).toContain("/api/send");
  });
});

test("the base path is no page, but the list of websites, and other paths are not below it", async () => {
  const { ask, signIn } = await startSharing({ baseUrl });
  const cookies = await signIn();
  const headers = { accept: "text/html" };
  const statusOf = async (path: string) => (await ask(path, { cookies, headers })).statusCode;

  expect((await ask("/stats", { cookies, headers })).body).toContain('data-view="websites"');
  expect((await ask("/stats?page=2", { cookies, headers })).body).toContain('data-view="websites"');
  expect(await statusOf("/statsx")).toBe(404);
  expect(await statusOf("/stats.test")).toBe(404);
  expect(await statusOf("/other/health")).toBe(404);
  expect(await statusOf("/stats/health")).toBe(200);
});

test("without a base path there is none", async () => {
  const { ask, post } = await startSharing({ baseUrl: "https://host.test" });
  const { body } = await ask("/");
  expect(body).toContain('src="/assets/a.js"');
  expect(body).toContain('data-base-url="https://host.test"');
  expect((await post("/session", { key: apiKey })).cookies).toMatchObject([{ path: "/" }]);
  expect((await ask("/stats/health")).statusCode).toBe(404);
  expect((await (await startSharing()).ask("/")).body).not.toContain("data-base-url");
});

test("a base path cannot begin like a path of Footfall's own", async () => {
  const { app } = await startSharing();
  const routes = app.printRoutes({ commonPrefix: false });
  // A base path has no dots.
  const parts = routes.matchAll(/(?<=^ {4}[├└]── )[a-z]+(?![a-z.])/gm);
  expect(ownParts).toEqual([...new Set(Array.from(parts, ([part]) => part))].sort());
});
