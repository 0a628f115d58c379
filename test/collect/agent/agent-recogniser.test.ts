import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { createAgentRecogniser, recogniseAgent } from "../../../src/collect/agent/agent.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

test("the second answer is the first one, not another like it", () => {
  const recognise = createAgentRecogniser(10);

  expect(recognise(chrome)).toBe(recognise(chrome));
  expect(recognise(chrome)).toEqual(recogniseAgent(chrome));
});

test("agents with other hints are others", () => {
  const recognise = createAgentRecogniser(10);

  expect(recognise(chrome).browser).toBe("Chrome");
  expect(recognise(chrome, { brands: '"Brave";v="126"' }).browser).toBe("Brave");
  expect(recognise(chrome, { brands: '"Opera";v="111"' }).browser).toBe("Opera");
  expect(recognise(chrome, {}).browser).toBe("Chrome");
});

test("no agent can be written so that it answers for another one with hints", () => {
  const recognise = createAgentRecogniser(10);
  const brands = '"Brave";v="126"';

  recognise(`${brands}${chrome}`);
  recognise(`#${brands.length},0,0,0,0,0,0:${brands}${chrome}`);
  recognise(chrome, { mobile: brands });

  expect(recognise(chrome, { brands }).browser).toBe("Brave");
});

test("agents and hints that differ only after their limits are one", () => {
  const recognise = createAgentRecogniser(10);
  const long = chrome.padEnd(1024);

  expect(recognise(`${long}a`)).toBe(recognise(`${long}b`));
  const model = "m".repeat(512);
  expect(recognise(chrome, { model: `${model}a` })).toBe(recognise(chrome, { model: `${model}b` }));
});

test("the agent used longest ago is forgotten first", () => {
  const recognise = createAgentRecogniser(2);
  const first = recognise(chrome);
  const second = recognise("curl/8.7.1");

  expect(recognise(chrome)).toBe(first);
  recognise("Wget/1.21.4");

  expect(recognise(chrome)).toBe(first);
  expect(recognise("curl/8.7.1")).not.toBe(second);
});

test("long agents and hints are not kept in memory", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const recognise = createAgentRecogniser(4_000);
  const hint = "x".repeat(512);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let nth = 0; nth < 2_000; nth += 1) {
    const text = `${nth} ${hint}`;
    recognise(`${nth} ${"y".repeat(1_000)}`);
    recognise(chrome, { model: text, brands: text, formFactors: text, fullVersionList: text });
  }
  collectGarbage();
  const grown = process.memoryUsage().heapUsed - before;

  expect(grown / 4_000).toBeLessThan(1_000);
  expect(recognise(chrome)).toBe(recognise(chrome));
});

test.each([0, 1, -1, 2.5, Number.NaN])("a memory of %s entries is refused", (entriesMax) => {
  expect(() => createAgentRecogniser(entriesMax)).toThrow(RangeError);
});
