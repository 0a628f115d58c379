import type { Agent, ClientHints } from "../agent/agent.ts";
import type { Step } from "../draft.ts";

/** Browser, operating system and device, and whether it is a bot. An agent that is not known leaves all open. */
export function agent(recognise: (userAgent: string, hints?: ClientHints) => Agent): Step {
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
