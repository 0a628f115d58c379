import { expect, test } from "vitest";

import { bearerOf } from "../../../src/http/access/bearer.ts";

test.each([
  ["Bearer abc", { key: "abc" }],
  ["bearer abc", { key: "abc" }],
  ["BEARER   a.b-c=", { key: "a.b-c=" }],
  ["Bearer", { key: undefined }],
  ["Bearer ", { key: undefined }],
  ["Bearer abc ", { key: undefined }],
  ["Bearer abc def", { key: undefined }],
  ["Bearer\tabc", { key: undefined }],
  ["Bearerabc", undefined],
  [" Bearer abc", undefined],
  ["Basic abc", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j is read as %j", (authorization, bearer) => {
  expect(bearerOf({ headers: { ...(authorization !== undefined && { authorization }) } })).toEqual(
    bearer,
  );
});
