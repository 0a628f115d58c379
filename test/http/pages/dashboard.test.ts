import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";
import { domains, type SharingApp, startSharing } from "../access-app.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const bearer = { authorization: `Bearer ${apiKey}` };
/** Headers with which a browser asks for a page. */
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

function viewOf({ body }: { body: string }): string | undefined {
  return /^<!doctype html><html lang="en" data-view="([^"]*)"/.exec(body)?.[1];
}

/** For tests that do not change it. */
let sharing: SharingApp;
beforeAll(async () => {
  sharing = await startSharing();
});
afterAll(stopAll);

describe("pages", () => {
  test.each([
    ["/", 200, "sign-in", "websites"],
    ["/account", 200, "sign-in", "account"],
    ["/account/people", 200, "sign-in", "account"],
    ["/account/keys", 200, "sign-in", "account"],
    ["/account/audit", 200, "sign-in", "account"],
    ["/account/nothing", 404, "not-found", "not-found"],
    ["/invitation", 200, "invitation", "invitation"],
    ["/reset", 200, "reset", "reset"],
    ["/start", 200, "start", "start"],
    [`/${domains.public}`, 200, "shared", "owner"],
    [`/${domains.locked}`, 200, "locked", "owner"],
    [`/${domains.private}`, 404, "not-found", "owner"],
    [`/${domains.public}?as=viewer`, 200, "shared", "shared"],
    [`/${domains.locked}?as=viewer`, 200, "locked", "locked"],
    [`/${domains.private}?as=viewer`, 404, "not-found", "not-found"],
    [`/${domains.unknown}`, 404, "not-found", "not-found"],
    ["/wp-login.php", 404, "not-found", "not-found"],
    ["/nothing", 404, "not-found", "not-found"],
    [`/${domains.public}/`, 404, "not-found", "not-found"],
    [`/${domains.public}/settings`, 404, "not-found", "not-found"],
    ["/a/b/c", 404, "not-found", "not-found"],
  ])("%s is %i %s, and %s for the owner", async (path, status, view, owners) => {
    const { ask, signIn } = sharing;
    const reply = await ask(path, { headers: browser });

    expect([reply.statusCode, viewOf(reply)]).toEqual([status, view]);
    expect(reply.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
    for (const carried of [
      { cookies: await signIn(), headers: browser },
      { headers: { ...browser, ...bearer } },
    ]) {
      expect(viewOf(await ask(path, carried))).toBe(owners);
    }
    const head = await ask(path, { method: "HEAD", headers: browser });
    expect([head.statusCode, head.body]).toEqual([status, ""]);
  });

  test("an alias leads owners to the page of its website, and says nothing to strangers", async () => {
    const { ask } = await startSharing();
    const aliases = { [domains.private]: "old.example", [domains.public]: "3b8cd1ac-0e2f" };
    for (const [domain, alias] of Object.entries(aliases)) {
      const path = `/api/v1/websites/${domain}`;
      const reply = await ask(path, {
        method: "PATCH",
        headers: bearer,
        body: { aliases: [alias] },
      });
      expect(reply.statusCode).toBe(200);
    }
    const owner = { headers: { ...browser, ...bearer } };
    for (const path of ["/old.example", "/OLD.example", `/${domains.private.toUpperCase()}x`]) {
      const { statusCode, headers } = await ask(`${path}?period=day`, owner);
      const isKnown = !path.endsWith("x");
      expect([statusCode, headers.location]).toEqual(
        isKnown ? [302, `/${domains.private}?period=day`] : [404, undefined],
      );
    }
    expect((await ask(`/${domains.public.toUpperCase()}`, owner)).statusCode).toBe(200);
    const [unknown, stranger] = await Promise.all(
      ["/unknown.example", "/old.example"].map((path) => ask(path, { headers: browser })),
    );
    expect([stranger?.statusCode, stranger?.body]).toEqual([404, unknown?.body]);
    expect(viewOf(await ask("/3b8cd1ac-0e2f", { headers: browser }))).toBe("shared");
  });

  test("the page to sign in says whether there are people, and what the provider is called", async () => {
    const { ask, signIn } = await startSharing({ oidcName: 'A & B "<$&>"' });
    const attributesOf = async (options = {}) =>
      /^<!doctype html><html lang="en" ([^>]*)>/.exec((await ask("/", options)).body)?.[1];
    const provider = 'data-oidc="A &amp; B &quot;&lt;$&amp;&gt;&quot;"';

    expect(await attributesOf()).toBe(`data-view="sign-in" ${provider}`);
    const person = { email: "ada@example.com", role: "owner" };
    await ask("/api/v1/people", { method: "POST", headers: bearer, body: person });
    expect(await attributesOf()).toBe(`data-view="sign-in" data-people ${provider}`);
    expect(await attributesOf({ cookies: await signIn() })).toBe('data-view="websites"');
  });

  test("an owner who looks as a viewer unlocks the website as viewers do", async () => {
    const { ask, signIn, unlock } = await startSharing();
    const cookies = { ...(await signIn()), ...(await unlock()) };
    expect(viewOf(await ask(`/${domains.locked}?as=viewer`, { cookies }))).toBe("shared");
    expect(viewOf(await ask(`/${domains.locked}?as=viewers`, { cookies }))).toBe("owner");
  });

  test("an unlocked website is shared, and its page is of this server alone", async () => {
    const { ask, unlock } = await startSharing({ frameAncestors: ["https://blog.test"] });
    const reply = await ask(`/${domains.locked}`, { cookies: await unlock() });

    expect(viewOf(reply)).toBe("shared");
    expect(reply.headers["content-security-policy"]).toBe(policy);
  });

  test.each([
    ["application/json", { accept: "application/json" }],
    ["anything", { accept: "*/*" }],
    ["whatever there is", {}],
  ])("a client that asks for %s gets the error", async (_what, headers) => {
    const { ask } = sharing;
    for (const path of [domains.private, domains.unknown, "robots.txt", "nothing", "a/b"]) {
      const reply = await ask(`/${path}`, { headers });
      expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    }
  });

  test.each(["/api/nothing", "/api/v1/nothing/x", "/assets/nothing.js", "/%zz"])(
    "%s is no page, also for a browser",
    async (path) => {
      const { ask } = sharing;
      const reply = await ask(path, { headers: { ...browser, ...bearer } });
      expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    },
  );
});

describe("a page in a frame", () => {
  const frameAncestors = ["https://blog.test", "http://localhost:3000"];
  const embeddable = policy.replace(/'none'$/, frameAncestors.join(" "));
  const framed = { "sec-fetch-dest": "iframe" };

  test("is that of a public website, where FRAME_ANCESTORS says so", async () => {
    const { ask } = await startSharing({ frameAncestors });
    const policyOf = async (path: string) => (await ask(path)).headers["content-security-policy"];

    expect(await policyOf(`/${domains.public}`)).toBe(embeddable);
    for (const path of ["/", `/${domains.locked}`, `/${domains.private}`, "/assets/a-1234.js"]) {
      expect(await policyOf(path)).toBe(policy);
    }
  });

  test("is the one that strangers see, whoever looks", async () => {
    const { ask, signIn, unlock } = await startSharing({ frameAncestors });
    const cookies = { ...(await signIn()), ...(await unlock()) };
    const look = async (domain: string) => {
      const headers = { ...browser, ...framed };
      const reply = await ask(`/${domain}`, { cookies, headers });
      return [viewOf(reply), reply.headers["content-security-policy"]];
    };

    expect(await look(domains.public)).toEqual(["shared", embeddable]);
    expect(await look(domains.locked)).toEqual(["locked", policy]);
    expect(await look(domains.private)).toEqual(["not-found", policy]);
    const own = await ask(`/${domains.public}`, { cookies });
    expect([viewOf(own), own.headers["content-security-policy"]]).toEqual(["owner", policy]);
  });
});

describe("assets", () => {
  test.each([
    ["a-1234.js", "text/javascript; charset=utf-8", "start();"],
    ["a-1234.css", "text/css; charset=utf-8", "a{}"],
  ])("%s is kept by browsers for good", async (name, type, body) => {
    const { ask } = sharing;
    const reply = await ask(`/assets/${name}`);

    expect([reply.statusCode, reply.body]).toEqual([200, body]);
    expect(reply.headers).toMatchObject({
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
    expect((await ask(`/assets/${name}`, { method: "HEAD" })).statusCode).toBe(200);
  });

  test("large ones are sent smaller to who takes gzip", async () => {
    const { ask } = sharing;
    const large = await ask("/assets/large-1234.js", {
      headers: { "accept-encoding": "gzip, br" },
    });
    const plain = await ask("/assets/large-1234.js");

    expect(large.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(large.rawPayload).toString()).toBe(plain.body);
    expect(large.rawPayload.length).toBeLessThan(plain.body.length / 5);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const { headers } of [large, plain]) expect(headers["vary"]).toBe("Accept-Encoding");
    const small = await ask("/assets/a-1234.js", { headers: { "accept-encoding": "gzip" } });
    expect(small.body).toBe("start();");
  });

  test.each([
    ["a-otherXYZ.js", "text/javascript; charset=utf-8", /^const key = "footfall reloaded";\n/],
    ["style-other-12.css", "text/css; charset=utf-8", /^b\{\}$/],
  ])("%s of another release has a substitute that nobody caches", async (name, type, body) => {
    const { ask } = sharing;
    const reply = await ask(`/assets/${name}`);

    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringMatching(body)]);
    expect(reply.headers).toMatchObject({
      "content-type": type,
      "cache-control": "private, no-store",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    });
  });

  const absent = ["b.js", "", "..%2findex.html", "constructor", "b-12345678.css", "a-12345678.svg"];
  test.each(absent)("what was not built is not there: %s", async (name) => {
    const { ask } = sharing;
    const reply = await ask(`/assets/${name}`);
    expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    expect(reply.headers["cache-control"]).toBe("private, no-store");
  });
});

describe("without a built dashboard", () => {
  const directories = ["/nowhere", fileURLToPath(new URL("../../fixtures", import.meta.url))];
  test.each(directories)("there are no pages, which is said once: %s", async (directory) => {
    const said: unknown[] = [];
    const { ask, unlock } = await startSharing({
      dashboardDirectory: directory,
      warn: (_where, text) => void said.push(text),
    });
    for (const path of [
      "/",
      `/${domains.public}`,
      `/${domains.private}`,
      "/assets/a-1234.js",
      "/a/b",
    ]) {
      const reply = await ask(path, { headers: browser });
      expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    }

    expect(said).toEqual(["the dashboard was not built, so there are no pages"]);
    expect((await ask(`/shared/${domains.public}`)).statusCode).toBe(200);
    expect(Object.keys(await unlock())).toHaveLength(1);
  });
});
