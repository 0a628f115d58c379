import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { rounds } from "../helpers/rounds.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { type Action, actionsOf, settings, stays } from "./actions.ts";
import { parseCanonical } from "./answers.ts";
import { askOf, question } from "./questions.ts";
import { type Recipes, recipes } from "./recipes.ts";
import { sumOf } from "./reference/numbers.ts";
import { World } from "./world.ts";

/** `STATS_SEED` repeats a run. */
const seed = Number(process.env["STATS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const range = "from=2025-10-20&to=2025-11-05";
const setting = settings[1] ?? { timezone: "UTC", firstDay: "2025-10-25" };
/** Goals and funnels whatever the seed is. */
const known: Pick<Recipes, "goals" | "funnels"> = {
  goals: [
    { name: "Known", matcher: { type: "event", value: "Purchase" } },
    { name: "All", matcher: { type: "page", value: "*" } },
  ],
  funnels: [
    {
      name: "Known",
      within: "visit",
      steps: [
        { type: "page", value: "*" },
        { type: "page", value: "*" },
        { type: "event", value: "*" },
      ],
    },
  ],
};

const footfall = openFootfall(shareFootfall);
/** The same events in two orders. */
let world: World;
let mirror: World;

beforeAll(async () => {
  const some = fc.sample(stays, { numRuns: 12, seed }).flat();
  const drawn = fc.sample(recipes, { numRuns: 1, seed })[0];
  const open = async (domain: string, order: (actions: Action[]) => Action[]) => {
    const opened = await World.open(footfall, domain, setting);
    await opened.send(order(actionsOf(some, setting, domain)));
    await opened.define({ ...known, segments: drawn?.segments ?? [] });
    return opened;
  };
  world = await open("one.example", (actions) => actions);
  // In many small batches, the last event first.
  mirror = await open("two.example", (actions) => actions.toReversed());
});

type Row = Readonly<Record<string, never>>;

// biome-ignore lint/suspicious/noExplicitAny: each answer has a shape of its own
async function answerOf(path: string, read: (text: string) => any = JSON.parse): Promise<any> {
  const reply = await footfall.request(path);
  expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  return read(reply.text);
}

/** Resolves with the rows of all pages, and the last page's `meta`. */
async function everyPage(path: string, read = JSON.parse) {
  const rows: Row[] = [];
  let next: string | null = `/api/v1/websites/${world.id}/${path}`;
  for (;;) {
    const { data, links, meta } = await answerOf(next, read);
    rows.push(...data);
    if (links.next === null) return { rows, meta };
    const { pathname, search } = new URL(links.next);
    next = `${pathname}${search}`;
  }
}

function total(rows: readonly Row[], field: string): number {
  return rows.reduce((sum, row) => sum + Number(row[field]), 0);
}

const names = ["source", "page", "event", "entry_page", "visitor"];
const walks = [
  "",
  "include=events",
  "direction=back&include=events",
  "start=page:/a",
  "start=page:*&direction=back",
  "start=event:*&include=events",
];

test(`rates are never above 1 (seed ${seed})`, async () => {
  const [goal] = world.goals;
  const [funnel] = world.funnels;
  const paths = [
    `goals/stats?${range}`,
    ...names.map((name) => `goals/${goal?.id}/stats?${range}&name=${name}`),
    ...names.map((name) => `funnels/${funnel?.id}/stats?${range}&name=${name}`),
    ...walks.map((walk) => `journeys?${range}&${walk}`),
    ...walks.map((walk) => `journeys/paths?${range}&steps=3&${walk}`),
  ];
  for (const path of paths) {
    const { rows } = await everyPage(`${path}&per_page=100`);
    expect(rows, path).not.toEqual([]);
    for (const row of rows) {
      const rate: unknown = row["conversion_rate"] ?? row["share"];
      expect(rate, path).toBeGreaterThanOrEqual(0);
      expect(rate, path).toBeLessThanOrEqual(1);
    }
  }
  const { data } = await answerOf(
    `/api/v1/websites/${world.id}/funnels/${funnel?.id}/stats?${range}`,
  );
  for (const { from_start, from_previous } of data.steps) {
    expect(Math.max(from_start, from_previous ?? 0, data.conversion_rate)).toBeLessThanOrEqual(1);
  }
});

test(`the rows over all pages, (end) included, add up to meta.visits (seed ${seed})`, async () => {
  for (const walk of walks) {
    for (const path of ["journeys?path=page:/a", "journeys?", "journeys/paths?steps=4"]) {
      const { rows, meta } = await everyPage(`${path}&${range}&${walk}`);
      expect(total(rows, "visits"), `${path} ${walk}`).toBe(meta.visits);
      expect(rows).toHaveLength(meta.total);
    }
  }
});

test(`each visit is in exactly one branch at each depth (seed ${seed})`, async () => {
  for (const walk of walks) {
    const descend = async (path: string, visits: number | undefined, depth: number) => {
      const { rows, meta } = await everyPage(`journeys?${range}&${walk}${path}`);
      if (visits !== undefined) expect(meta.visits, path).toBe(visits);
      expect(total(rows, "visits"), path).toBe(meta.visits);
      expect(meta.depth).toBe(2 - depth);
      if (depth === 0) return;
      for (const { type, value, visits: own } of rows.slice(0, 2 * rounds)) {
        if (type === "end") continue;
        await descend(`${path}&path=${encodeURIComponent(`${type}:${value}`)}`, own, depth - 1);
      }
    };
    await descend("", undefined, 2);
  }
});

test(`rows of touch=first and touch=last add up to the total (seed ${seed})`, async () => {
  const { rows: totals } = await everyPage(`revenue?${range}`, parseCanonical);
  expect(totals.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
  for (const touch of ["first", "last"]) {
    for (const name of ["source", "campaign", "language"]) {
      const path = `revenue/stats?${range}&name=${name}&touch=${touch}`;
      const { rows } = await everyPage(path, parseCanonical);
      for (const { currency, amount, orders } of totals) {
        const own = rows.filter((row) => row["currency"] === currency);
        expect(sumOf(own.map((row) => milliOf(row["orders"]))), path).toBe(milliOf(orders));
        expect(sumOf(own.map((row) => milliOf(row["amount"]))), path).toBe(milliOf(amount));
      }
    }
  }
});

/** Returns the thousandths of a number that `parseCanonical` has read. */
function milliOf(number: unknown): bigint {
  const [whole = "", fraction = ""] = String(number).slice(1).split(".");
  return BigInt(`${whole}${fraction.padEnd(3, "0")}`);
}

test(`no number depends on the order of insertion (seed ${seed})`, async () => {
  const asked = fc.sample(question, { numRuns: 15 * rounds, seed });
  for (const each of asked) {
    const [own, same] = [askOf(each, world), askOf(each, mirror)];
    if (own === undefined || same === undefined) continue;
    const address = world.serverOf(own, false);
    const replies = [
      await footfall.request(address),
      await footfall.request(mirror.serverOf(same, false)),
    ];
    const [found, wanted] = replies.map(({ text }) =>
      withoutLinks(parseCanonical(text.replaceAll("two.example", "one.example"))),
    );
    expect(replies[0]?.status, address).toBe(200);
    expect(found, address).toEqual(wanted);
  }
});

/** Returns an answer without the addresses, which name the website. */
function withoutLinks(answer: unknown): unknown {
  const { links, meta, ...rest } = answer as { links?: object; meta?: { path?: string } };
  return { ...rest, meta: { ...meta, path: undefined } };
}

test(`steps never rise (seed ${seed})`, async () => {
  const steps = ["page:*", "event:*", "page:*", "page:/a*", "event:~P", "page:*", "page:*"];
  for (const within of ["day", "visit"]) {
    for (const reversed of [false, true]) {
      const some = reversed ? steps.toReversed() : steps;
      const query = some.map((step) => `step=${encodeURIComponent(step)}`).join("&");
      const path = `funnels/stats?${range}&within=${within}&${query}`;
      const { data } = await answerOf(`/api/v1/websites/${world.id}/${path}`);
      const visitors: number[] = data.steps.map((step: { visitors: number }) => step.visitors);
      expect(visitors).toEqual(visitors.toSorted((a, b) => b - a));
      expect([data.entered, data.completed]).toEqual([visitors[0], visitors.at(-1)]);
      expect(data.visitors).toBeGreaterThanOrEqual(data.entered);
      const { rows } = await everyPage(`${path}&name=source`);
      for (const row of rows) {
        const own: number[] = row["steps"] ?? [];
        expect(own).toEqual(own.toSorted((a, b) => b - a));
      }
    }
  }
});

test(`who sends engagement events alone is no visitor (seed ${seed})`, async () => {
  const { id } = await footfall.store("reader.example");
  const sent = { url: "https://reader.example/a", ip: "192.0.2.1", e: 5_000, sd: 50 };
  const timestamp = "2025-10-21T12:00:00Z";
  await footfall.bulk(id, [
    { ...sent, name: "engagement", props: { plan: "pro" }, timestamp },
    { ...sent, name: "engagement", revenue: { amount: 5, currency: "EUR" }, timestamp },
  ]);
  await footfall.server.shipped();
  const base = `/api/v1/websites/${id}`;
  const { data } = await answerOf(`${base}/summary?${range}`);
  expect(data).toMatchObject({
    visitors: 0,
    engaged_visitors: 0,
    engagement_seconds: null,
    scroll_depth: null,
  });
  for (const path of ["engagement?", "engagement?interval=day", "revenue?", "props?"]) {
    const reply = await answerOf(`${base}/${path}&${range}`);
    expect(reply.data, path).toEqual([]);
  }
  const paths = ["props/plan?none=1", "journeys?", "revenue/stats?name=source"];
  for (const path of paths) {
    expect((await answerOf(`${base}/${path}&${range}`)).data, path).toEqual([]);
  }
});
