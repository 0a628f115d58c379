import type { Mark } from "../../model/mark.ts";
import type { EventDraft, PipelineStep } from "../draft.ts";
import { isImplausible } from "../marks/browser-releases.ts";
import type { IsHosting } from "../marks/networks.ts";
import { spamDomains } from "../marks/spam-domains.ts";

/**
 * Fills in the marks of an event. They say what is odd about its client, and drop nothing:
 *
 * - `automated`: a program drives the browser, as `navigator.webdriver` or a client hint says; or
 *   a browser sent no `Accept-Language` with a single event; or its version is one that nobody
 *   browses with.
 * - `hosting`: the address belongs to a network that hosts servers.
 * - `spam`: the referrer is a domain that is known for visits without visitors.
 */
export function marks(isHosting: IsHosting): PipelineStep {
  return (draft) => {
    const found: Mark[] = [];
    if (isAutomated(draft)) found.push("automated");
    if (draft.ip !== "" && isHosting(draft.ip)) found.push("hosting");
    draft.row.marks = found.join();
    return spam(draft);
  };
}

/** Adds the mark of the referrer alone. */
export const spam: PipelineStep = ({ row }) => {
  if (!isSpam(row.referrer)) return undefined;
  row.marks = row.marks === "" ? ("spam" satisfies Mark) : `${row.marks},spam`;
  return undefined;
};

/** A bot that says so by its agent is no browser that hides it. */
function isAutomated({ event, acceptLanguage, row, timeMs, isBot, isHeadless }: EventDraft) {
  if (event.isDriven === true || isHeadless) return true;
  if (isBot || row.browser === "") return false;
  return acceptLanguage === "" || isImplausible(row.browser, row.browserVersion, timeMs);
}

/** Returns whether a host, or one that it lies below, is on the list. */
function isSpam(host: string): boolean {
  for (let rest = host; rest !== ""; ) {
    if (spamDomains.has(rest)) return true;
    const dot = rest.indexOf(".");
    rest = dot === -1 ? "" : rest.slice(dot + 1);
  }
  return false;
}
