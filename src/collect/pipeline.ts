import type { DropReason } from "../model/drop-reason.ts";
import type { Agent, ClientHints } from "./agent/agent.ts";
import type { Step } from "./draft.ts";
import type { PlaceFinder } from "./places.ts";
import { address } from "./steps/address.ts";
import { agent } from "./steps/agent.ts";
import { excludeBot } from "./steps/exclude-bot.ts";
import { excludeIp } from "./steps/exclude-ip.ts";
import { hostname } from "./steps/hostname.ts";
import { language } from "./steps/language.ts";
import { links } from "./steps/links.ts";
import { place } from "./steps/place.ts";
import { referrer } from "./steps/referrer.ts";
import { screen } from "./steps/screen.ts";
import { visitor } from "./steps/visitor.ts";
import { website } from "./steps/website.ts";

export interface PipelineDeps {
  readonly recogniseAgent: (userAgent: string, hints?: ClientHints) => Agent;
  readonly findPlace: PlaceFinder;
  /** The salt of a day, which must be in memory. */
  readonly saltOf: (day: number) => string;
}

/** The walk from event to row: what may drop it first, what costs most last. */
export function createPipeline({ recogniseAgent, findPlace, saltOf }: PipelineDeps): Step {
  const steps: readonly Step[] = [
    website,
    excludeIp,
    agent(recogniseAgent),
    excludeBot,
    hostname,
    address,
    links,
    referrer,
    place(findPlace),
    language,
    screen,
    visitor(saltOf),
  ];
  return (draft): DropReason | undefined => {
    for (const step of steps) {
      const reason = step(draft);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}
