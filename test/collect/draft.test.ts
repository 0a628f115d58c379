import { expect, test } from "vitest";

import { draftWith } from "../helpers/draft.ts";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

test.each([
  ["UTC", "2026-11-20T23:59:59.999Z", "2026-11-20"],
  ["UTC", "2026-11-21T00:00:00.000Z", "2026-11-21"],
  ["Asia/Kolkata", "2026-11-20T18:30:00.000Z", "2026-11-21"],
  ["America/New_York", "2026-11-20T04:59:59.999Z", "2026-11-19"],
])("in %s an event of %s is of the day %s", (timezone, time, date) => {
  const draft = draftWith({ website: { timezone, id: 9 }, incoming: { timeMs: Date.parse(time) } });

  expect([draft.row.websiteId, draft.row.date]).toEqual([9, day(date)]);
});
