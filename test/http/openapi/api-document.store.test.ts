import { beforeAll, expect, test } from "vitest";

import { type ApiDocument, operationsOf } from "../../helpers/api-document.ts";
import { chrome } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();
beforeAll(async () => {
  const { id } = await footfall.store("b.test");
  for (let n = 1; n <= 12; n += 1) await footfall.store(`${n % 2 === 0 ? "a" : "c"}${n}.test`);
  const visits = Array.from({ length: 12 }, (_, page) =>
    Array(12 - page).fill(`/${page % 5}${page}`),
  );
  const paths = visits.flat() as string[];
  const event = { timestamp: "2026-01-01T12:00:00Z", ip: "8.8.8.8", user_agent: chrome };
  await footfall.bulk(
    id,
    paths.map((path) => ({ ...event, url: `https://b.test${path}` })),
  );
});

test.each([
  ["GET /api/v1/websites", "/api/v1/websites?", 10],
  ["GET /api/v1/stats/{website_id}", "/api/v1/stats/1?name=page&from=2026-01-01&to=2026-01-01", 10],
])("the documented defaults of %s are what it does without them", async (route, path, length) => {
  const document: ApiDocument = (await footfall.request("/openapi.json", { key: false })).json;
  const { parameters = [] } = operationsOf(document).get(route) ?? {};
  const without = (await footfall.request(path)).json;
  const defaults = parameters.filter(({ schema }) => "default" in schema);

  expect(without.data).toHaveLength(length);
  expect(defaults.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["sort_by", "sort", "per_page", "page"]),
  );
  for (const { name, schema } of defaults) {
    const { data, meta } = (await footfall.request(`${path}&${name}=${schema["default"]}`)).json;
    expect({ name, data, meta }).toEqual({ name, data: without.data, meta: without.meta });
    const others = ((schema["enum"] ?? [2]) as unknown[]).filter((it) => it !== schema["default"]);
    const answers = others.map(async (other) => {
      const changed = (await footfall.request(`${path}&${name}=${other}`)).json;
      return JSON.stringify(changed.data);
    });
    // Two orders may happen to be the same, but not all.
    const changed = (await Promise.all(answers)).filter((each) => each !== JSON.stringify(data));
    expect({ name, changes: changed.length > 0 }).toEqual({ name, changes: others.length > 0 });
  }
});
