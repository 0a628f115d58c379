import { describe, expect, test } from "vitest";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const signup = { name: "Signup", type: "event", value: "Signup" };
let sites = 0;
/** Returns a function that asks below the goals of a new website. */
async function newSite() {
  sites += 1;
  const { id } = await footfall.store(`site-${sites}.example`);
  const path = `/api/v1/websites/${id}/goals`;
  const ask = (below = "", method = "GET", body?: object): Promise<Reply> =>
    footfall.request(`${path}${below}`, { method, ...(body && { body }) });
  return { id, path, ask };
}

const second = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

describe("a goal", () => {
  test("is made, read, changed and deleted", async () => {
    const { path, ask } = await newSite();
    const made = await ask("", "POST", { ...signup, name: "  Sign up ", props: { plan: "pro" } });
    expect([made.status, made.headers.get("location")]).toEqual([201, `${path}/1`]);
    const goal = {
      id: 1,
      ...signup,
      name: "Sign up",
      props: { plan: "pro" },
      created_at: second,
      updated_at: second,
    };
    expect(made.json).toEqual({ data: goal });
    expect((await ask("/1")).json).toEqual({ data: goal });

    for (const method of ["PATCH", "PUT"]) {
      const changed = await ask("/1", method, { type: "page", value: `/${method}` });
      expect(changed.status).toBe(200);
      expect(changed.json.data).toEqual({ ...goal, type: "page", value: `/${method}` });
    }
    expect((await ask("/1", "PATCH", { props: null })).json.data.props).toBeNull();

    const deleted = await ask("/1", "DELETE");
    expect([deleted.status, deleted.json]).toEqual([200, { id: 1, object: "goal", deleted: true }]);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const reply = await ask("/1", method, method === "PATCH" ? {} : undefined);
      expect([reply.status, reply.json.code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  test("has an id that is never used again", async () => {
    const { ask } = await newSite();
    for (const id of [1, 2]) {
      expect((await ask("", "POST", { ...signup, name: `${id}` })).json.data.id).toBe(id);
    }
    await ask("/2", "DELETE");

    expect((await ask("", "POST", signup)).json.data.id).toBe(3);
  });

  test.each(["0", "-1", "x", "01", "1e0", "99999999999", "2", "%00"])(
    "with the id %s is not there",
    async (id) => {
      const { ask } = await newSite();
      await ask("", "POST", signup);

      expect((await ask(`/${id}`)).json).toMatchObject({ status: 404, code: "NOT_FOUND" });
    },
  );

  test("of another website, or of none, is not there", async () => {
    const [one, other] = [await newSite(), await newSite()];
    await one.ask("", "POST", signup);

    expect((await other.ask("/1")).json.code).toBe("NOT_FOUND");
    for (const path of ["/api/v1/websites/999/goals", "/api/v1/websites/x/goals/1"]) {
      expect((await footfall.request(path)).json.code).toBe("WEBSITE_NOT_FOUND");
    }
  });

  test("takes forms", async () => {
    const { path } = await newSite();
    const send = (method: string, below: string, form: string) =>
      footfall.request(`${path}${below}`, { method, body: new URLSearchParams(form) });
    const made = await send(
      "POST",
      "",
      "name=Buy&type=event&value=Purchase&props[plan]=pro&props[a[b]]=",
    );
    expect(made.status, made.text).toBe(201);
    expect(made.json.data.props).toEqual({ plan: "pro", "a[b]": "" });
    expect((await send("PATCH", "/1", "props=")).json.data.props).toBeNull();
    const twice = await send("PATCH", "/1", "props[a]=1&props[a]=2");
    expect(Object.keys(twice.json.errors)).toEqual(["props.a"]);
    expect(Object.keys((await send("PATCH", "/1", "name=")).json.errors)).toEqual(["name"]);
  });

  test("has props as events keep them", async () => {
    const { ask } = await newSite();
    const props = { text: "a", number: 1.5, large: 1e21, yes: true, no: "" };
    const { data } = (await ask("", "POST", { ...signup, props })).json;

    expect(data.props).toEqual({ text: "a", number: "1.5", large: "1e+21", yes: "true", no: "" });
    expect((await ask("/1", "PATCH", { props: {} })).json.data.props).toBeNull();
  });
});

describe("what is wrong with a goal", () => {
  const five = { a: 1, b: 2, c: 3, d: 4, e: 5 };
  test.each([
    [{}, ["name", "type", "value"]],
    [{ ...signup, name: "" }, ["name"]],
    [{ ...signup, name: " \n " }, ["name"]],
    [{ ...signup, name: "x".repeat(121) }, ["name"]],
    [{ ...signup, name: 7 }, ["name"]],
    [{ ...signup, name: null }, ["name"]],
    [{ ...signup, type: "click" }, ["type"]],
    [{ ...signup, value: "" }, ["value"]],
    [{ ...signup, value: "x".repeat(2_001) }, ["value"]],
    [{ ...signup, value: "!Signup" }, ["value"]],
    [{ ...signup, value: "~" }, ["value"]],
    [{ ...signup, props: [] }, ["props"]],
    [{ ...signup, props: "plan" }, ["props"]],
    [{ ...signup, props: { ...five, f: 6 } }, ["props"]],
    [{ ...signup, props: { plan: null } }, ["props.plan"]],
    [{ ...signup, props: { plan: [], a: {}, b: 1 } }, ["props.plan", "props.a"]],
    [{ name: "", type: "", value: "", props: 1 }, ["name", "type", "value", "props"]],
    [[], ["body"]],
    ["a text", ["body"]],
  ])("is named: %j", async (body, fields) => {
    const { path, ask } = await newSite();
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json" };
    const reply = await footfall.request(path, { body: text, headers });

    expect(reply.json).toMatchObject({ status: 422, code: "VALIDATION" });
    expect(Object.keys(reply.json.errors).sort()).toEqual([...fields].sort());
    expect((await ask()).json.data).toEqual([]);
  });

  test.each([
    { ...signup, name: "ü".repeat(120) },
    { ...signup, name: "😀".repeat(120) },
    { ...signup, value: "😀".repeat(2_000) },
    { ...signup, value: "\\!Signup" },
    { ...signup, value: "~x" },
    { ...signup, value: "*" },
    { ...signup, props: null },
    { ...signup, props: five },
    { ...signup, props: { a: "x".repeat(16_383) } },
  ])("is nothing", async (body) => {
    const { ask } = await newSite();

    expect((await ask("", "POST", body)).status).toBe(201);
  });

  test("is named: more characters in props than an event can have", async () => {
    const { ask } = await newSite();
    const props = { a: "x".repeat(10_000), b: "x".repeat(6_383) };

    const { json } = await ask("", "POST", { ...signup, props });
    expect([json.status, Object.keys(json.errors)]).toEqual([422, ["props"]]);
  });

  test("a name is there once, whatever blanks are around it", async () => {
    const { ask } = await newSite();
    await ask("", "POST", signup);
    await ask("", "POST", { ...signup, name: "signup" });

    const twice = await ask("", "POST", { ...signup, name: " Signup", value: "" });
    expect(Object.keys(twice.json.errors).sort()).toEqual(["name", "value"]);
    const changed = await ask("/2", "PATCH", { name: "Signup", type: "" });
    expect(Object.keys(changed.json.errors).sort()).toEqual(["name", "type"]);
    expect((await ask("/1", "PATCH", { name: "Signup", value: "x" })).status).toBe(200);
    await ask("/1", "DELETE");
    expect((await ask("", "POST", signup)).status).toBe(201);
  });

  test("a body of a type that nobody reads is refused", async () => {
    const { path } = await newSite();
    const reply = await footfall.request(path, {
      body: "x",
      headers: { "content-type": "text/plain" },
    });

    expect(reply.json).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
  });
});

describe("the list of goals", () => {
  test("has pages, search and order", async () => {
    const { ask } = await newSite();
    for (const name of ["b Straße", "ä", "B", "a", ...Array(9).keys()].map(String)) {
      await ask("", "POST", { ...signup, name });
    }
    const ids = async (query: string) =>
      (await ask(`?${query}`)).json.data.map(({ id }: { id: number }) => id);

    expect(await ids("")).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
    expect(await ids("page=2")).toEqual([3, 2, 1]);
    expect(await ids("sort_by=name&sort=asc&per_page=25")).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12, 13, 3, 4, 1, 2,
    ]);
    expect(await ids("sort_by=name&search=b")).toEqual([1, 3]);
    expect(await ids("search=STRASSE&search_by=name")).toEqual([1]);
    expect(await ids("search=%20")).toEqual([1]);
    const { links, meta } = (await ask("?search=b&per_page=10&page=7")).json;
    expect(meta).toMatchObject({ current_page: 7, from: null, to: null, total: 2, last_page: 1 });
    expect(links.prev).toMatch(/goals\?search=b&per_page=10&page=1$/);
    const wrong = await ask("?per_page=7&page=0&sort_by=value&sort=up&search_by=id");
    expect(Object.keys(wrong.json.errors).sort()).toEqual([
      "page",
      "per_page",
      "search_by",
      "sort",
      "sort_by",
    ]);
  });

  test("comes as CSV with every record", async () => {
    const { ask, path } = await newSite();
    await ask("", "POST", { ...signup, name: 'a "b", c', props: { plan: "pro" } });
    await ask("", "POST", signup);
    const { headers, text } = await footfall.request(`${path}?per_page=10&page=9&sort=asc`, {
      headers: { accept: "text/csv" },
    });

    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="site-\d+\.example-goals\.csv"$/,
    );
    expect(text.replaceAll(/"2\d\d\d-[^"]*Z"/g, "TIME")).toBe(
      [
        "id,name,type,value,props,created_at,updated_at",
        '1,"a ""b"", c","event","Signup","{""plan"":""pro""}",TIME,TIME',
        '2,"Signup","event","Signup",,TIME,TIME',
        "",
      ].join("\r\n"),
    );
  });
});
