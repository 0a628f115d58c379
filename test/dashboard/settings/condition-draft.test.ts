import { expect, test } from "vitest";
import {
  type Condition,
  conditionFiltersOf,
  draftOf,
  newCondition,
} from "../../../src/dashboard/settings/condition-draft.ts";
import { conditionText } from "../../../src/dashboard/settings/condition-text.ts";

const filters = {
  page: ["/blog/*", "!/blog/new"],
  mark: ["hosting"],
  pageviews: { max: 1 },
  duration: { min: 0, max: 90 },
  engaged: "no",
} as const;
const condition: Condition = {
  id: 1,
  name: "Machines",
  filters,
  enabled: false,
  from: "2026-11-01",
  created_at: "2026-11-20T09:30:00Z",
  updated_at: "2026-11-20T09:30:00Z",
};

test("a condition that is not changed is sent as it was", () => {
  const draft = draftOf(condition);

  expect(conditionFiltersOf(draft)).toEqual(filters);
  expect(draft).toMatchObject({ name: "Machines", isOn: false, from: "2026-11-01" });
});

test("what is left empty is no filter", () => {
  expect(conditionFiltersOf(newCondition)).toEqual({});
  const { pageviews } = conditionFiltersOf({ ...newCondition, pageviews: { min: "0", max: "" } });
  expect(pageviews).toEqual({ min: 0 });
});

test("a condition is said in words", () => {
  expect(conditionText(filters)).toBe(
    "Page begins with /blog/, Page is not /blog/new, Mark is Hosting network, without engagement, at most 1 page view, visits of at least 0s and visits of at most 1m 30s",
  );
  expect(conditionText({ mark: ["spam", "automated"] })).toBe("Mark is Referrer spam or Automated");
});
