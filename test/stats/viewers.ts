import { expect } from "vitest";

import type { Reply, TestFootfall } from "../helpers/footfall.ts";

/**
 * Asks a public path without the key, and expects that the answer has these data, and a tag that
 * later requests can name. Resolves with the answer.
 */
export async function expectForViewers(
  footfall: TestFootfall,
  path: string,
  data: unknown,
): Promise<Reply> {
  const viewer = await footfall.request(path, { key: false });
  expect(viewer.json.data).toEqual(data);
  const tag = viewer.headers.get("etag") ?? "";
  const again = await footfall.request(path, { key: false, headers: { "if-none-match": tag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  const head = await footfall.request(path, { key: false, method: "HEAD" });
  expect([head.status, head.headers.get("etag")]).toEqual([200, tag]);
  return viewer;
}
