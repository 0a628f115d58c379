import type { Agent, ClientHints } from "../agent/agent.ts";
import type { PipelineStep } from "../draft.ts";

/**
 * Fills in the browser, the operating system, the device and whether the agent is a bot. Without a
 * User-Agent, all of them stay unknown.
 */
export function agent(recognise: (userAgent: string, hints?: ClientHints) => Agent): PipelineStep {
  return (draft) => {
    if (draft.userAgent === undefined) return undefined;
    const result = recognise(draft.userAgent, draft.clientHints);
    draft.isBot = result.bot;
    draft.isHeadless = result.isHeadless;
    draft.row.browser = result.browser;
    draft.row.browserVersion = result.browserVersion;
    draft.row.operatingSystem = result.operatingSystem;
    draft.row.operatingSystemVersion = result.operatingSystemVersion;
    draft.row.device = result.device;
    return undefined;
  };
}

/** Fills in the screen's size as the event gives it, unless a side is zero, which means unknown. */
export const screen: PipelineStep = ({ event, row }) => {
  if (!/^0*x|x0*$/.test(event.screen)) row.screenResolution = event.screen;
  return undefined;
};
