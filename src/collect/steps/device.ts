import type { Agent, ClientHints } from "../agent/agent.ts";
import type { PipelineStep } from "../draft.ts";

/**
 * Fills in the browser, the operating system, the device and whether it is a bot. An unknown
 * agent leaves all open.
 */
export function agent(recognise: (userAgent: string, hints?: ClientHints) => Agent): PipelineStep {
  return (draft) => {
    if (draft.userAgent === undefined) return undefined;
    const recognised = recognise(draft.userAgent, draft.clientHints);
    draft.isBot = recognised.bot;
    draft.row.browser = recognised.browser;
    draft.row.browserVersion = recognised.browserVersion;
    draft.row.operatingSystem = recognised.operatingSystem;
    draft.row.operatingSystemVersion = recognised.operatingSystemVersion;
    draft.row.device = recognised.device;
    return undefined;
  };
}

/** Fills in the screen's size as the event says it; zeros say nothing. */
export const screen: PipelineStep = ({ event, row }) => {
  if (!/^0*x|x0*$/.test(event.screen)) row.screenResolution = event.screen;
  return undefined;
};
