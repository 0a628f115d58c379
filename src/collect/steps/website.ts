import { localDay } from "../../calendar.ts";
import type { Step } from "../draft.ts";

/** Whose event it is, and its day in the website's time zone. */
export const website: Step = ({ website: owner, timeMs, row }) => {
  row.websiteId = owner.id;
  row.date = localDay(owner.timezone, timeMs);
  return undefined;
};
