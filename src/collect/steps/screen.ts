import type { Step } from "../draft.ts";

/** The screen's size as the event says it; zeros say nothing. */
export const screen: Step = ({ event, row }) => {
  if (!/^0*x|x0*$/.test(event.screen)) row.screenResolution = event.screen;
  return undefined;
};
