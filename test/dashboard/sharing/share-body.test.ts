import { expect, test } from "vitest";

import { bodyOf } from "../../../src/dashboard/sharing/share-body.ts";
import type { ShareRecord } from "../../../src/model/share.ts";

const share: ShareRecord = {
  id: 1,
  name: "Agency",
  has_password: false,
  segment_id: 4,
  reports: "all",
  expires_at: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
  last_used_on: null,
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("another name of a link leaves its segment, last day and password as they are", () => {
  const form = formOf({ name: " Agency 2 ", segment: "4", password: "", expires: "" });
  expect(bodyOf(form, share)).toEqual({ name: "Agency 2" });
});

test("a link gets the chosen segment, or all visitors", () => {
  const chosen = (segment: string) => bodyOf(formOf({ name: "Agency", segment }), share);
  expect(chosen("5")).toEqual({ name: "Agency", segment_id: 5 });
  expect(chosen("")).toEqual({ name: "Agency", segment_id: null });
});

test("a new link has all visitors unless a segment is chosen", () => {
  const body = (segment: string) => bodyOf(formOf({ name: "Agency", segment }), undefined);
  expect(body("")).toEqual({ name: "Agency" });
  expect(body("4")).toEqual({ name: "Agency", segment_id: 4 });
});
