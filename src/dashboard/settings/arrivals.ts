import type { TrackingCheck, UnknownWebsite } from "../../model/uncounted.ts";
import type { Answer } from "../api/answer.ts";
import { serverNow } from "../api/server-clock.ts";
import { usePolled } from "../site/polled.ts";
import { countryName } from "../words/display-names.ts";
import { trackingWords as words } from "../words/tracking.ts";

/** Asks every few seconds, while the page is visible, whether the events of a website arrive. */
export function useTrackingCheck(
  websiteId: number | undefined,
  pollMs: number,
): Answer<{ data: TrackingCheck }> {
  const path = websiteId === undefined ? undefined : `/api/v1/websites/${websiteId}/tracking-check`;
  return usePolled<{ data: TrackingCheck }>(path, pollMs);
}

/** Asks every few seconds for the domains that events name in vain, if the caller may see them. */
export function useUnknownWebsites(
  isAllowed: boolean,
  pollMs: number,
): Answer<{ data: readonly UnknownWebsite[] }> {
  return usePolled(isAllowed ? "/api/v1/unknown-websites" : undefined, pollMs);
}

type NotCounted = TrackingCheck["not_counted"][number];

/** Returns what sent events that did not count, with the reason, as a sentence. */
export function notCountedText({ reason, name, events }: NotCounted): string {
  if (reason === "hostname") return words.otherHost(events, name);
  if (reason === "script") return words.script(events, name);
  return reason === "bot" ? words.bot(events, name) : words.excluded(events);
}

/** Returns what is known of the last event that counted, as seen now. */
export function lastEventText({ page, at, country, browser }: NonNullable<TrackingCheck["last"]>) {
  const age = ageOf(serverNow() - Date.parse(at));
  const parts = [page, words.ago(age), country === "" ? "" : countryName(country), browser];
  const known = parts.filter((part) => part !== "");
  return known.map(words.part).join(words.comma);
}

/** Returns a time span in its largest unit; 0 where the browser is behind the server. */
function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return words.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60));
}
