import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { liveMinutes, liveViewMinutes } from "../../model/choices.ts";

import { Live } from "../../model/live.ts";
import { liveQuery } from "../../stats/live.ts";
import { type QueryRoute, queryCaller, UntaggedQueryHeaders } from "./query-route.ts";

const schema = {
  description: `The visitors of the last ${liveMinutes} minutes and the page views of the last ${liveViewMinutes}.`,
  requestHeaders: UntaggedQueryHeaders,
  response: { 200: Type.Object({ data: Live }, { description: "The live view." }) },
} satisfies FastifySchema;

/** The live view of a website. */
export const liveRoute: FastifyPluginAsyncTypebox<QueryRoute> = async (app, route) => {
  const { siteOf, now, url, priority, operation } = route;
  app.get(url, { schema: { ...schema, ...operation } }, async function sendLive(request, reply) {
    const { website, statistics, stays, forced, recentReads } = await siteOf(request);
    const query = liveQuery(website, now(), forced);
    const { value } = await statistics.live(query, queryCaller(reply, priority));
    const reads = (await recentReads?.()) ?? [];
    await stays();
    return { data: reads.length === 0 ? value : { ...value, reads: [...reads] } };
  });
};
