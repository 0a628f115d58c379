import { expect, test } from "vitest";

import { recogniseAgent } from "../../../src/collect/agent/agent.ts";
import { agent, screen } from "../../../src/collect/steps/device.ts";
import { draftWith } from "../../helpers/draft.ts";

const step = agent(recogniseAgent);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("what is recognised becomes columns", () => {
  const draft = draftWith({ incoming: { userAgent: firefox } });

  expect(step(draft)).toBeUndefined();
  expect(draft.row).toMatchObject({
    browser: "Firefox",
    browserVersion: "131",
    operatingSystem: "Linux",
    device: "Desktop",
  });
});

test("an agent that is not known leaves the columns empty, and is no bot", () => {
  const draft = draftWith({ incoming: { userAgent: undefined } });

  expect(step(draft)).toBeUndefined();
  expect(draft.isBot).toBe(false);
  expect(draft.row).toMatchObject({ browser: "", operatingSystem: "", device: "" });
});

test.each([
  ["a browser", firefox, false],
  ["a crawler", googlebot, true],
  ["a tool", "curl/8.5.0", true],
  ["an empty agent", "", true],
])("%s: bot %s", (_what, userAgent, isBot) => {
  const draft = draftWith({ incoming: { userAgent } });
  step(draft);

  expect(draft.isBot).toBe(isBot);
});

test("client hints of a headless browser make a bot of it", () => {
  const clientHints = { brands: '"HeadlessChrome";v="126", "Chromium";v="126"' };
  const draft = draftWith({ incoming: { userAgent: firefox, clientHints } });
  step(draft);

  expect(draft.isBot).toBe(true);
});

test.each([
  ["", ""],
  ["1920x1080", "1920x1080"],
  ["100x100", "100x100"],
  ["1x1", "1x1"],
  ["99999x99999", "99999x99999"],
  ["0x0", ""],
  ["0x1080", ""],
  ["1920x0", ""],
  ["00x000", ""],
])("the screen %j is kept as %j", (given, kept) => {
  const draft = draftWith({ event: { screen: given } });

  expect(screen(draft)).toBeUndefined();
  expect(draft.row.screenResolution).toBe(kept);
});
