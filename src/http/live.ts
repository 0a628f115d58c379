import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { isoDay, localDay } from "../calendar.ts";
import { Live } from "../model/live.ts";
import type { DayStates } from "../stats/day-states.ts";
import { live, shownFromMs } from "../stats/live.ts";
import type { Database } from "../store/database.ts";
import type { Websites } from "../websites/websites.ts";
import type { Reports } from "./reports.ts";
import { websiteByPath } from "./website-by-path.ts";

/** `GET /api/v1/websites/{id}/live`: who is on a website now. */
export const liveRoute: FastifyPluginAsyncTypebox<{
  db: Database;
  websites: Websites;
  reports: Reports;
  days: DayStates;
  now: () => number;
}> = async (app, { db, websites, reports, days, now }) => {
  const schema = {
    operationId: "showLive",
    summary: "Show who is there now",
    description: "Visitors of the last 5 minutes, page views of the last 30.",
    tags: ["Stats"],
    response: { 200: Type.Object({ data: Live }, { description: "What is going on now." }) },
    problems: ["OVERLOADED", "QUERY_TOO_LARGE", "QUERY_TOO_LONG", "STORE_UNAVAILABLE"],
  } satisfies FastifySchema;
  app.get("/:id/live", { schema }, async (request, reply) => {
    const { id, timezone } = websiteByPath(request, websites);
    const nowMs = now();
    const dayOf = (timeMs: number) => isoDay(localDay(timezone, timeMs));
    const from = dayOf(shownFromMs(nowMs));
    const query = { websiteId: id, from, to: dayOf(nowMs), nowMs };
    const { answer: data } = await reports.run(reply, (ask) =>
      days.answer(query, ask, (_states, limits) => live(db, query, limits)),
    );
    return { data };
  });
};
