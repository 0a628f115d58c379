import { expect, test } from "vitest";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const page = { type: "page", value: "/pricing" };
const buy = { type: "event", value: "Purchase", props: { plan: "pro", seats: 3 } };
const checkout = { name: "Checkout", steps: [page, buy] };
let sites = 0;
async function newSite() {
  sites += 1;
  const { id } = await footfall.store(`site-${sites}.example`);
  const path = `/api/v1/websites/${id}/funnels`;
  const ask = (below = "", method = "GET", body?: object): Promise<Reply> =>
    footfall.request(`${path}${below}`, { method, ...(body && { body }) });
  return { path, ask };
}

test("a funnel is made, changed and deleted", async () => {
  const { path, ask } = await newSite();
  const steps = [{ ...page, name: " Sees prices " }, buy];
  const made = await ask("", "POST", { ...checkout, steps });
  expect([made.status, made.headers.get("location")]).toEqual([201, `${path}/1`]);
  const { created_at, updated_at, ...funnel } = made.json.data;
  expect(funnel).toEqual({
    id: 1,
    name: "Checkout",
    within: "day",
    steps: [
      { name: "Sees prices", type: "page", value: "/pricing", props: null },
      { name: null, type: "event", value: "Purchase", props: { plan: "pro", seats: "3" } },
    ],
  });
  expect([created_at, updated_at]).toEqual(Array(2).fill(expect.stringMatching(/Z$/)));
  expect((await ask("/1")).json).toEqual(made.json);

  const within = (await ask("/1", "PATCH", { within: "visit" })).json.data;
  expect(within).toMatchObject({ ...funnel, within: "visit" });
  const three = [{ ...page, name: null, props: null }, page, { ...buy, props: {} }];
  const changed = (await ask("/1", "PUT", { steps: three })).json.data;
  expect(changed.steps.map(({ props }: { props: object }) => props)).toEqual([null, null, null]);
  expect(changed.within).toBe("visit");
  expect((await ask("/1", "DELETE")).json).toEqual({ id: 1, object: "funnel", deleted: true });
  expect((await ask("/1")).json.code).toBe("NOT_FOUND");
});

const wrong = { type: "page", value: "!x" };
test.each([
  [{}, ["name", "steps"]],
  [{ ...checkout, within: "week" }, ["within"]],
  [{ ...checkout, within: null }, ["within"]],
  [{ ...checkout, steps: [page] }, ["steps"]],
  [{ ...checkout, steps: Array(9).fill(page) }, ["steps"]],
  [{ ...checkout, steps: page }, ["steps"]],
  [{ ...checkout, steps: null }, ["steps"]],
  [{ ...checkout, steps: [page, "page:/x"] }, ["steps.1"]],
  [{ ...checkout, steps: [page, wrong] }, ["steps.1.value"]],
  [{ ...checkout, steps: [{}, page] }, ["steps.0.type", "steps.0.value"]],
  [{ ...checkout, steps: [page, { ...page, name: "" }] }, ["steps.1.name"]],
  [{ ...checkout, steps: [page, { ...page, props: [] }] }, ["steps.1.props"]],
  [{ ...checkout, steps: [page, { ...page, props: { a: null } }] }, ["steps.1.props.a"]],
  [{ name: "", steps: [page, wrong] }, ["name", "steps.1.value"]],
])("what is wrong is named by its path: %j", async (body, fields) => {
  const { ask } = await newSite();
  const { json } = await ask("", "POST", body);
  expect(json.status).toBe(422);
  expect(Object.keys(json.errors).sort()).toEqual(fields);
  await ask("", "POST", checkout);
  const { name = "Checkout", ...rest } = body as { name?: string };
  const changed = await ask("/1", "PATCH", { name, ...rest });
  if (fields.includes("steps") && !("steps" in body)) return;
  expect(Object.keys(changed.json.errors).sort()).toEqual(fields);
});

test("a funnel takes no form", async () => {
  const { path, ask } = await newSite();
  await ask("", "POST", checkout);
  for (const [below, method] of [
    ["", "POST"],
    ["/1", "PATCH"],
  ] as const) {
    const body = new URLSearchParams({ name: "x" });
    const reply = await footfall.request(`${path}${below}`, { method, body });
    expect(reply.json).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
  }
});

test("there are at most 50", async () => {
  const { ask } = await newSite();
  for (let n = 1; n <= 50; n += 1) {
    expect((await ask("", "POST", { ...checkout, name: `${n}` })).status).toBe(201);
  }
  expect(Object.keys((await ask("", "POST", checkout)).json.errors)).toEqual(["body"]);
});

test("the list comes as CSV with the steps as JSON", async () => {
  const { ask, path } = await newSite();
  await ask("", "POST", checkout);
  const { text } = await footfall.request(path, { headers: { accept: "text/csv" } });

  const [header, row = ""] = text.split("\r\n");
  expect(header).toBe("id,name,within,steps,created_at,updated_at");
  expect(row).toContain('1,"Checkout","day","[{""name"":null,""type"":""page""');
});
