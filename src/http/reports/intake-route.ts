import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { importsOnly } from "../../model/imports-meta.ts";
import { IntakeDay } from "../../model/intake.ts";
import { NotModified, Tagged } from "../answers/entity-tag.ts";
import { IntakeParams, parseIntake } from "./intake-params.ts";
import { sendTagged } from "./report-answers.ts";
import { askerOf, QueryHeaders, type StatisticsRoute } from "./statistics-route.ts";

const schema = {
  description: "Accepted and dropped events, day by day, for at most 366 days.",
  querystring: IntakeParams,
  requestHeaders: QueryHeaders,
  response: {
    200: Type.Object(
      { data: Type.Array(IntakeDay), ...importsOnly },
      { description: "Every day of the range, oldest first.", headers: Tagged },
    ),
    304: NotModified,
  },
} satisfies FastifySchema;

/** The intake of a website: its accepted and dropped events, day by day. */
export const intakeRoute: FastifyPluginAsyncTypebox<StatisticsRoute> = async (app, route) => {
  const { statistics, url, priority, operation, findWebsite } = route;
  const options = { schema: { ...schema, ...operation }, attachValidation: true };
  app.get(url, options, async (request, reply) => {
    const { id } = await findWebsite(request);
    const query = parseIntake(request, id);
    const answer = await statistics.intake(query, askerOf(reply, priority));
    return sendTagged(reply, answer, [String(id)], (data) => ({ data }));
  });
};
