import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts about visitors whom the conditions of a website hide. */
export const hiddenWords = translated("hidden", {
  /** "1,204 visitors hidden by 2 conditions." */
  sentence: (visitors: number, text: string, conditions: number) =>
    `${plural(visitors, { one: "1 visitor", other: `${text} visitors` })} hidden by ${plural(conditions, { one: "1 condition", other: `${conditions} conditions` })}.`,
  kept: (days: number) =>
    plural(days, {
      one: "1 day keeps what it counted, as its events are gone.",
      other: `${days} days keep what they counted, as their events are gone.`,
    }),
  shown: {
    all: "You see all visitors, also those whom conditions hide.",
    hidden: "You see only the visitors whom conditions hide.",
  },
  choice: "Visitors to show",
  all: "All",
  hidden: "Hidden",
});
