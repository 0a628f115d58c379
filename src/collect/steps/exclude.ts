import type { PipelineStep } from "../draft.ts";
import { rulesOf } from "../website-rules.ts";

/** Drops events from an IP address that the website excludes. */
export const excludeIp: PipelineStep = ({ website, ip }) =>
  ip !== "" && rulesOf(website).excludesIp(ip) ? "ip" : undefined;

/**
 * Drops events of bots if the website excludes them. `src/collect/agent/agent.ts` decides what is a
 * bot.
 */
export const excludeBot: PipelineStep = ({ website, isBot }) =>
  isBot && website.excludeBots ? "bot" : undefined;

/**
 * Fills in the hostname. Drops events of pages that are neither on the website's domain nor on a
 * subdomain of it.
 */
export const hostname: PipelineStep = ({ website, event, row }) => {
  const host = event.url.hostname.replace(/\.$/, "");
  row.hostname = host;
  return rulesOf(website).ownsHost(host) ? undefined : "hostname";
};
