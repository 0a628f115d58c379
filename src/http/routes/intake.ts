import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";

import { dayMs } from "../../calendar.ts";
import { type FieldErrors, refuseFields } from "../../errors.ts";
import { IntakeDay, IntakeQuery } from "../../model/intake.ts";
import { intake } from "../../stats/intake.ts";
import type { Database } from "../../store/database.ts";
import type { Websites } from "../../websites/websites.ts";
import { dayRangeErrors } from "../day-range.ts";
import {
  entityTag,
  hasAnswer,
  IfNoneMatch,
  NotModified,
  sendNotModified,
  Tagged,
} from "../entity-tag.ts";
import type { Reports } from "../reports.ts";
import { websiteByPath } from "../website-by-path.ts";
import { reportProblems } from "./statistics-route.ts";

/** Every day of the range is listed, so it has a limit: a leap year. */
const daysMax = 366;

const schema = {
  operationId: "showIntake",
  summary: "Show what was accepted and what was dropped",
  description: "Day by day, for a leap year at most.",
  tags: ["Stats"],
  querystring: IntakeQuery,
  requestHeaders: IfNoneMatch,
  response: {
    200: Type.Object(
      { data: Type.Array(IntakeDay) },
      { description: "Every day of the range, oldest first.", headers: Tagged },
    ),
    304: NotModified,
  },
  problems: reportProblems,
} satisfies FastifySchema;

/** `GET /api/v1/websites/{id}/intake`: what was accepted and what was dropped, day by day. */
export const intakeRoute: FastifyPluginAsyncTypebox<{
  db: Database;
  websites: Websites;
  reports: Reports;
}> = async (app, { db, websites, reports }) => {
  app.get("/:id/intake", { schema, attachValidation: true }, async (request, reply) => {
    const { id } = websiteByPath(request, websites);
    refuseFields({ ...tooLong(request.query), ...dayRangeErrors(request) });
    const query = { websiteId: id, ...request.query };
    const data = await reports.run(reply, (ask) =>
      ask("light", (limits) => intake(db, query, limits)),
    );
    // Of the numbers themselves: no version of the days says how many events were dropped.
    const tag = entityTag(request, String(id), JSON.stringify(data));
    if (hasAnswer(request, tag)) return sendNotModified(reply, tag);
    reply.header("etag", tag);
    return { data };
  });
};

function tooLong({ from, to }: IntakeQuery): FieldErrors {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days > daysMax ? { to: [`must be at most ${daysMax - 1} days after from`] } : {};
}
