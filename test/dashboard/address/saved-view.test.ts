import { expect, test } from "vitest";

import { readViewQuery, viewQueryOf } from "../../../src/dashboard/address/saved-view.ts";
import {
  readWebsiteQuery,
  writeWebsiteQuery,
} from "../../../src/dashboard/address/website-query.ts";

/** The address of a view that was saved at another one. */
function addressOf(search: string): string {
  return writeWebsiteQuery(readViewQuery(viewQueryOf(readWebsiteQuery(search))));
}

test.each(["?range=7d", "?range=last-month", "?from=2026-11-01&to=2026-11-07"])(
  "a view of %s keeps it",
  (search) => {
    expect(addressOf(search)).toBe(search);
  },
);

test("a view of the usual range names it, so that it stays the last 30 days", () => {
  expect(viewQueryOf(readWebsiteQuery(""))).toBe("range=30d");
});

test("a view has comparison, filters, segment, whom it counts, tab and the state of the report", () => {
  const search =
    "?view=goals&range=7d&compare=year&match=weekday&counted=all&segment=3&filter[country]=Germany&id=2&by=source";
  expect(addressOf(search)).toBe(search);
});

test("a view has no dialog, no form and no page, and does not stop refreshing", () => {
  expect(addressOf("?view=goals&refresh=off&card=filter&form=new&page=3")).toBe("?view=goals");
});
