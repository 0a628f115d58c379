import { beforeAll, describe, expect, test } from "vitest";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const uuid = "3b8cd1ac-0e2f-4a4e-9a0c-4c1ed6e7d1f2";
const aliases = [uuid, "pa-Zk3_x-9", "old.example"];

const footfall = openFootfall();
let shop: number;
beforeAll(async () => {
  shop = (await footfall.store("shop.example", { privacy: 0, aliases })).id;
  await footfall.store("blog.example");
});

const change = (id: number, body: object) =>
  footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body });

test("a website tells its aliases, a domain in one spelling, each once", async () => {
  const spelled = [...aliases, "https://Old.Example/", "münchen.example", uuid];
  const refused = await change(shop, { aliases: spelled });
  expect(Object.keys(refused.json.errors)).toEqual(["aliases"]);

  const { json } = await change(shop, { aliases: [...aliases, "OLD.example", uuid] });
  expect(json.data.aliases).toEqual(aliases);
});

describe("an event finds its website", () => {
  test.each([
    ["by a domain that is an alias", { d: "old.example", u: "https://old.example/1" }],
    ["by an id of another product", { domain: uuid, url: "https://shop.example/2" }],
    ["by `website`", { website: "pa-Zk3_x-9", url: "https://www.shop.example/3" }],
    ["on a page below an alias", { website: 1, url: "https://www.old.example/4" }],
  ])("%s", async (_name, event) => {
    const reply = await footfall.track(event);
    expect([reply.status, reply.headers.get("x-event-dropped")]).toEqual([202, null]);
    const path = new URL(Object.values(event).at(-1) as string).pathname;
    const rows = await selectRows<{ website_id: number }>(
      footfall,
      `SELECT website_id FROM events WHERE page = '${path}'`,
    );
    expect(rows).toEqual([{ website_id: shop }]);
  });

  test("of Umami's trackers by their id", async () => {
    const payload = { website: uuid, hostname: "shop.example", url: "/umami" };
    const reply = await footfall.request("/api/send", {
      body: { type: "event", payload },
      key: false,
    });
    expect(reply.status).toBe(202);
  });

  test("unless it names none", async () => {
    const send = (event: object) => footfall.track({ url: "https://x.example/", ...event });
    expect((await send({ domain: "nobody" })).status).toBe(404);
    expect((await send({ website: 99 })).status).toBe(404);
    const errors = { website: ["must be the id or an alias of a website"] };
    expect((await send({ website: "nobody" })).json).toMatchObject({ status: 422, errors });
  });
});

test.each(["old.example", uuid, "shop.example"])("a path may name it: %s", async (name) => {
  for (const path of [`/api/v1/websites/${name}`, `/shared/${name}`]) {
    const { status, json } = await footfall.request(path);
    expect([status, json.data.domain]).toEqual([200, "shop.example"]);
  }
});

test.each([
  ["the domain of another", ["shop.example"]],
  ["an alias of another", ["x", uuid]],
  ["the id of another", ["1"]],
])("%s is taken", async (_name, wanted) => {
  const { id } = (await footfall.request("/api/v1/websites/blog.example")).json.data;
  const { status, json } = await change(id, { aliases: wanted });
  expect([status, Object.keys(json.errors)]).toEqual([422, ["aliases"]]);
});

test("a domain that is an alias of another website is taken, until that gives it up", async () => {
  const make = () => footfall.request("/api/v1/websites", { body: { domain: "old.example" } });
  expect((await make()).json.errors).toEqual({ domain: ["is already registered"] });

  await change(shop, { aliases: [] });
  expect((await make()).status).toBe(201);
  expect((await footfall.request(`/api/v1/websites/${uuid}`)).status).toBe(404);
});

test.each([
  ["too many", Array.from({ length: 21 }, (_, n) => `a${n}`)],
  ["with a blank", ["a b"]],
  ["no list", "a"],
  ["a number", [{}]],
])("%s are refused", async (_name, wrong) => {
  const { status, json } = await change(shop, { aliases: wrong });
  expect([status, Object.keys(json.errors)]).toEqual([422, ["aliases"]]);
});
