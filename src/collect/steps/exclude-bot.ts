import type { Step } from "../draft.ts";

/** Drops what was recognised as a bot, where the website wants that. */
export const excludeBot: Step = ({ website, isBot }) =>
  isBot && website.excludeBots ? "bot" : undefined;
