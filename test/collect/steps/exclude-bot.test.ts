import { expect, test } from "vitest";

import { excludeBot } from "../../../src/collect/steps/exclude-bot.ts";
import { draftWith } from "../../helpers/draft.ts";

test.each([
  ["a browser", false, true, undefined],
  ["a bot", true, true, "bot"],
  ["a browser, where bots are counted", false, false, undefined],
  ["a bot, where bots are counted", true, false, undefined],
])("%s", (_what, isBot, excludeBots, reason) => {
  const draft = draftWith({ website: { excludeBots } });
  draft.isBot = isBot;

  expect(excludeBot(draft)).toBe(reason);
});
