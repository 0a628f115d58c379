import { expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { type Done, openDay, range, startBeforeDay } from "./open-day.ts";

const footfall = openFootfall(startBeforeDay);
const { rollUp, send, falsify } = openDay(footfall);

const names = ["referrer", "source", "channel", "language", "hostname", "screen_resolution"];
const numbers = ["visitors", "pageviews", "visits", "bounce_rate", "visit_duration"] as const;

/** Returns the numbers of each value; with a filter that all pass, they are counted from events. */
async function rowsOf(id: number, name: string, isCounted: boolean) {
  const query = new URLSearchParams({ name, ...range, sort_by: "value" });
  if (isCounted) query.set("filter[device]", "*");
  const { data } = (await footfall.request(`/api/v1/stats/${id}?${query}`)).json;
  type Row = { value: string } & Record<(typeof numbers)[number], number | null>;
  return data.map((row: Row) => [row.value, ...numbers.map((number) => row[number])]);
}

/** Many equal page views of one visitor, in visits of one and of several. */
const times = ["00:30", "01:30", "02:30", "02:50", "03:30", "04:30", "04:31", "04:40"];
const steady: readonly Done[] = times.map((at) => ({ at }));
const others: readonly Done[] = Array.from({ length: 195 }, (_, nth) => ({
  at: "04:00",
  ip: `8.8.1.${nth}`,
}));
const changed = {
  referrer: "https://blog.example.com/",
  language: "de",
  screen: "390x844",
};

test.each([
  ["begins a visit", "05:20"],
  ["goes on with the last visit", "05:05"],
])("a new value of a visitor who was there before has all visits: it %s", async (what, at) => {
  const { id, domain } = await footfall.store(`${what.length}.changed.example`);
  const own = { ...changed, url: `https://www.${domain}/` };
  await send(id, [...steady, ...others]);
  await rollUp(id, "05:00");
  await send(id, [{ at, ...own }]);
  for (const name of names) {
    expect(await rowsOf(id, name, false), name).toEqual(await rowsOf(id, name, true));
  }

  // A second increment counts the change itself, and a third one comes after it.
  await rollUp(id, "05:30");
  await send(id, [
    { at: "05:40", ...own, language: "fr" },
    { at: "05:59", name: "signup", ...own, language: "fr" },
  ]);
  for (const name of names) {
    expect(await rowsOf(id, name, false), name).toEqual(await rowsOf(id, name, true));
  }
  await falsify(id, "referrer");
  expect(await rowsOf(id, "referrer", false)).not.toEqual(await rowsOf(id, "referrer", true));
});
