import { expect, test } from "vitest";

import type { Device } from "../../../src/collect/agent/devices.ts";
import { channels } from "../../../src/counting/acquisition.ts";
import { valueMeant, valuesWords, valueText } from "../../../src/dashboard/words/values.ts";

test("every channel and every device has its word", () => {
  expect(Object.keys(valuesWords.channel)).toEqual([...channels, "Direct"]);
  const devices: Readonly<Record<Device, string>> = valuesWords.device;
  expect(Object.values(devices).every((word) => word !== "")).toBe(true);
});

test("a visitor's own text stays as it is, whatever it is called", () => {
  for (const text of ["/shop", "none", "channel", "constructor", "__proto__"]) {
    expect(valueText("page", text)).toBe(text);
    expect(valueText("channel", text)).toBe(text);
    expect(valueText("constructor", text)).toBe(text);
  }
  expect(valueText("referrer", "(direct)")).toBe(valuesWords.none["(direct)"]);
});

test("a reader means the value with the words, and otherwise the text", () => {
  expect(valueMeant("channel", "search")).toBe("Search");
  expect(valueMeant("referrer", valuesWords.none["(direct)"])).toBe("(direct)");
  for (const text of ["/shop", "none", "constructor", "__proto__", ""]) {
    expect(valueMeant("page", text)).toBe(text);
    expect(valueMeant("constructor", text)).toBe(text);
  }
});
