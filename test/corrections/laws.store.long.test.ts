import { expect, test } from "vitest";

import { compilePageRules } from "../../src/base/page-rules.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { correct } from "./correcting.ts";
import { answersOf, type Done, paths, randomEvents, range, toSent } from "./reports.ts";

const footfall = openFootfall(shareFootfall);

async function websiteWith(events: readonly Done[]): Promise<number> {
  const { id } = await footfall.storeWith(toSent(events));
  return id;
}

const deletions: readonly [object, (events: readonly Done[]) => readonly Done[]][] = [
  [
    { filters: { "prop:plan": ["pro"], page: ["!/"] } },
    (all) => all.filter(({ props, page }) => planOf(props) !== "pro" || page === "/"),
  ],
  [
    { unit: "visitor_day", filters: { page: ["/users/1"] } },
    (all) => {
      const dayOf = ({ date, who }: Done) => `${date} ${who}`;
      const gone = new Set(
        all.filter(({ name, page }) => name === "pageview" && page === "/users/1").map(dayOf),
      );
      return all.filter((event) => !gone.has(dayOf(event)));
    },
  ],
];

test.each(deletions)(
  "after %j, every answer is that of a website with the rest",
  async (body, left) => {
    for (let round = 0; round < rounds; round += 1) {
      const events = randomEvents(80);
      const id = await websiteWith(events);
      const fresh = await websiteWith(left(events));
      await footfall.server.rollUp();
      await answersOf(footfall, id, paths.slice(0, 3));
      const asked = { kind: "delete", ...body, ...range };
      const dry = await footfall.request(`/api/v1/websites/${id}/corrections`, {
        body: { ...asked, dry_run: 1 },
      });
      const done = await correct(footfall, id, asked);
      expect(dry.json.data, JSON.stringify(body)).toEqual(done.result);
      expect(done.result.events).toBe(events.length - left(events).length);
      expect(await answersOf(footfall, id)).toEqual(await answersOf(footfall, fresh));
      await footfall.server.rollUp();
      expect(await answersOf(footfall, id)).toEqual(await answersOf(footfall, fresh));
      const again = await correct(footfall, id, asked);
      expect(again.result.events).toBe(0);
    }
  },
);

test("pages of the past get the names that rules give", async () => {
  const events = randomEvents(80);
  const rules = [
    { match: "/users/*", page: "/users/:id" },
    { match: "/users/**", page: "/users/:id/rest", keep_query: 0 },
  ];
  const rename = compilePageRules(
    rules.map(({ keep_query: keep, ...rule }) => ({ ...rule, keepsQuery: keep !== 0 })),
  );
  const id = await websiteWith(events);
  const fresh = await websiteWith(events.map((event) => ({ ...event, page: rename(event.page) })));
  const before = await answersOf(footfall, id, [
    "/api/v1/stats/ID?name=pageview&from=2025-06-01&to=2025-06-30",
  ]);
  const body = { kind: "pages", rules, ...range };
  const url = `/api/v1/websites/${id}/corrections`;
  const dry = await footfall.request(url, { body: { ...body, dry_run: 1 } });
  expect(dry.json.data.pairs).toContainEqual({
    before: "/users/2?tab=x",
    after: "/users/:id?tab=x",
  });
  const done = await correct(footfall, id, body);
  expect(done).toMatchObject({ rules: null, result: { ...dry.json.data, pairs: [] } });
  expect(done.result.pageviews.before).toBe(done.result.pageviews.after);
  expect(await answersOf(footfall, id, Object.keys(before))).toEqual(before);
  expect(await answersOf(footfall, id)).toEqual(await answersOf(footfall, fresh));
  const again = await footfall.request(url, { body: { ...body, dry_run: 1 } });
  expect(again.json.data).toMatchObject({ events: 0, pairs: [] });
});

test.each([
  [{ what: "props", key: "email" }, withoutEmail],
  [{ what: "page_query", filters: { page: ["/users/*"] } }, withoutQuery],
])(
  "after redacting %j, every answer is that of a website that never had it",
  async (body, redact) => {
    const events = randomEvents(80);
    const id = await websiteWith(events);
    const fresh = await websiteWith(events.map(redact));
    await correct(footfall, id, { kind: "redact", ...body, ...range });
    expect(await answersOf(footfall, id)).toEqual(await answersOf(footfall, fresh));
  },
);

function planOf(props: Done["props"]): string {
  return typeof props === "object" && props !== null && "plan" in props ? String(props.plan) : "";
}

function withoutEmail({ props, ...event }: Done): Done {
  if (props === undefined) return event;
  return { ...event, props: { plan: planOf(props) } };
}

function withoutQuery(event: Done): Done {
  if (!event.page.startsWith("/users/")) return event;
  return { ...event, page: event.page.replace(/\?.*/, "") };
}
