import { expect, test } from "vitest";

import { excludeBot } from "../../../src/collect/steps/exclude-bot.ts";
import { draftWith } from "../../helpers/draft.ts";

test.each([
  ["a browser", false, 1, undefined],
  ["a bot", true, 1, "bot"],
  ["a browser, where bots are counted", false, 0, undefined],
  ["a bot, where bots are counted", true, 0, undefined],
])("%s", (_what, isBot, excludeBots, reason) => {
  const draft = draftWith({ website: { excludeBots } });
  draft.isBot = isBot;

  expect(excludeBot(draft)).toBe(reason);
});
