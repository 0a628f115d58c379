import { expect } from "vitest";

import type { CorrectionRecord } from "../../src/model/correction.ts";
import { eventually } from "../helpers/eventually.ts";
import type { TestFootfall } from "../helpers/footfall.ts";

/** Begins a correction and waits for its end. */
export async function correct(
  footfall: TestFootfall,
  id: number,
  body: object,
): Promise<CorrectionRecord> {
  const path = `/api/v1/websites/${id}/corrections`;
  const begun = await footfall.request(path, { body });
  expect(begun.status, begun.text).toBe(202);
  return eventually(async () => {
    const { json } = await footfall.request(`${path}/${begun.json.data.id}`);
    expect(json.data.status).not.toBe("running");
    return json.data;
  });
}

/** Resolves with the page views of each page of a day or a range. */
export async function pagesOf(
  footfall: TestFootfall,
  id: number,
  range: { readonly from: string; readonly to: string },
): Promise<Record<string, number>> {
  const { json, status, text } = await footfall.stats(id, {
    ...range,
    name: "page",
    per_page: "100",
  });
  expect(status, text).toBe(200);
  const rows = json.data as readonly { value: string; count: number }[];
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}
