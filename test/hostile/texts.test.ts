import fc from "fast-check";
import { expect, test } from "vitest";

import { hostileText, percentEncode } from "./texts.ts";

test("text is percent-encoded so that it is the same again, lone surrogates aside", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(decodeURIComponent(percentEncode(text))).toBe(text);
    }),
  );
  expect(percentEncode("\ud800")).toBe("%ED%A0%80");
  expect(percentEncode("😀")).toBe("%F0%9F%98%80");
});

test("a hostile text has no more bytes than there is room for, but for what is short", () => {
  fc.assert(
    fc.property(hostileText(5_000), (text) => {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5_000);
    }),
  );
});
