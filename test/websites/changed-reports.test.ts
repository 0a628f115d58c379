import { expect, test } from "vitest";

import { changedReports, noEmailReports } from "../../src/websites/website.ts";

const weekly = { ...noEmailReports, week: true, to: ["a@b.example", "c@d.example"] };
const leaving = (...mailboxes: string[]) => ({ leaving: { mailboxes, defaults: ["r@s.example"] } });

test("a change of reports leaves the other fields as they are when it is made", () => {
  const after = changedReports(weekly, { day: true, sendAt: 480 });

  expect(after).toEqual({ ...weekly, day: true, sendAt: 480 });
});

test("whoever leaves takes away nobody who came meanwhile; after the last one, reports end", () => {
  expect(changedReports(weekly, leaving("a@b.example"))).toEqual({
    ...weekly,
    to: ["c@d.example"],
  });
  expect(changedReports({ ...weekly, to: ["a@b.example"] }, leaving("a@b.example"))).toEqual({
    ...weekly,
    week: false,
    to: ["a@b.example"],
  });
  expect(changedReports({ ...weekly, to: [] }, leaving("r@s.example")).week).toBe(false);
});
