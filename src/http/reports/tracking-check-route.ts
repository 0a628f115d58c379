import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { dayMs, isoDay, isoSeconds, localDay } from "../../base/calendar.ts";
import type { WebsiteDays } from "../../counting/website-days.ts";
import { TrackingCheck } from "../../model/uncounted.ts";
import type { LastEvent } from "../../stats/last-event.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { websiteByPath } from "../access/require-need.ts";
import type { Uncounted } from "../events/uncounted.ts";
import { queryCaller, queryProblems, UntaggedQueryHeaders } from "./query-route.ts";
import type { Site } from "./site.ts";

const schema = {
  operationId: "getTrackingCheck",
  need: "read",
  summary: "Check whether the events of a website arrive",
  description:
    "The last event that counted, and what sent events that a rule dropped, today and yesterday. It is meant to be asked every few seconds.",
  tags: ["Stats"],
  requestHeaders: UntaggedQueryHeaders,
  response: { 200: Type.Object({ data: TrackingCheck }, { description: "The check." }) },
  problems: [...queryProblems],
} satisfies FastifySchema;

/** `GET /api/v1/websites/{id}/tracking-check`: whether the events of a website arrive. */
export const trackingCheckRoute: FastifyPluginAsyncTypebox<{
  siteOf: (website: Website) => Promise<Site>;
  websites: Websites;
  uncounted: Uncounted;
  knowsNetworks: boolean;
  now: () => number;
}> = async (app, { siteOf, websites, uncounted, knowsNetworks, now }) => {
  app.get("/websites/:id/tracking-check", { schema }, async (request, reply) => {
    const site = await siteOf(await websiteByPath(request, websites));
    const { id: websiteId, timezone } = site.website;
    const today = localDay(timezone, now());
    const days: WebsiteDays = {
      websiteId,
      from: isoDay(today - 1),
      to: isoDay(today),
      countsFrom: "events",
    };
    const caller = queryCaller(reply, "owner");
    const [{ value: last }, names] = await Promise.all([
      site.statistics.lastEvent(days, caller),
      uncounted
        .saveAll()
        .then(() => uncounted.table.list(websiteId, Math.floor(now() / dayMs) - 1)),
    ]);
    await site.stays();
    return {
      data: {
        last: last === null ? null : toRecord(last),
        not_counted: names.flatMap(({ reason, name, events, lastAtMs }) =>
          // Only domains that are no website are unknown.
          reason === "unknown" ? [] : [{ reason, name, events, last_at: isoSeconds(lastAtMs) }],
        ),
        networks: knowsNetworks,
      },
    };
  });
};

function toRecord({ page, timeMs, country, browser }: LastEvent) {
  return { page, at: isoSeconds(timeMs), country, browser };
}
