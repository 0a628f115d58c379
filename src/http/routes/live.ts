import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { isoDay, localDay } from "../../calendar.ts";
import { Live } from "../../model/live.ts";
import { live, shownFromMs } from "../../stats/live.ts";
import type { ReportRoute } from "./statistics-route.ts";

const schema = {
  description: "Visitors of the last 5 minutes, page views of the last 30.",
  response: { 200: Type.Object({ data: Live }, { description: "What is going on now." }) },
} satisfies FastifySchema;

/** Who is on a website now. */
export const liveRoute: FastifyPluginAsyncTypebox<ReportRoute> = async (app, route) => {
  const { db, reports, days, now, address } = route;
  const options = { schema: { ...schema, ...address.operation } };
  app.get(address.url, options, async (request, reply) => {
    const { id, timezone } = address.findWebsite(request);
    const nowMs = now();
    const dayOf = (timeMs: number) => isoDay(localDay(timezone, timeMs));
    const from = dayOf(shownFromMs(nowMs));
    const query = { websiteId: id, from, to: dayOf(nowMs), nowMs, fromEvents: true };
    const { answer: data } = await reports.run(reply, (ask) =>
      days.answer(query, ask, (_states, limits) => live(db, query, limits)),
    );
    return { data };
  });
};
