import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { type Audit, recordOfAudit } from "../../access/audit.ts";
import { dayMs, isoDay } from "../../base/calendar.ts";
import { invalid, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { dayOf } from "../../model/day.ts";
import { pageOf } from "../../model/page.ts";
import { AuditRecord } from "../../model/person.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { perPage } from "../params/page-params.ts";
import { schemaErrors } from "../shell/validation.ts";

const Params = Type.Object({
  from: Type.Optional(dayOf("First day, UTC; without it, the first that is kept.", "2026-11-01")),
  to: Type.Optional(dayOf("Last day, inclusive; without it, today.", "2026-11-30")),
  ...perPage,
});

const schema = {
  operationId: "listAudit",
  summary: "List who changed what",
  description:
    "The newest first, for days of UTC. Entries are kept for 400 days. They have no secrets and no IP addresses.",
  tags: ["Access"],
  need: "admin",
  querystring: Params,
  response: { 200: pageOf(AuditRecord) },
  problems: ["STORE_UNAVAILABLE"],
} satisfies FastifySchema;

/** `GET /api/v1/audit`: who changed settings, people, keys and shared links, and signed in. */
export const auditRoutes: FastifyPluginAsyncTypebox<{ audit: Audit; now: () => number }> = async (
  app,
  { audit, now },
) => {
  app.get("/audit", { schema, attachValidation: true }, async function listAudit(request) {
    refuseFields(schemaErrors(request));
    const position = positionOf(request.query);
    const { from = "2000-01-01", to = isoDay(Math.floor(now() / dayMs)) } = request.query;
    if (from > to) throw invalid({ from: [fieldError("to_before_from")] });
    const { entries, total } = await audit.list({
      fromMs: Date.parse(from),
      untilMs: Date.parse(to) + dayMs,
      limit: position.perPage,
      offset: position.offset,
    });
    const items = entries.map(({ atMs, who, what, websiteId, before, after }) => ({
      at: new Date(atMs).toISOString(),
      who,
      what,
      website_id: websiteId,
      // Those of earlier releases were stored as they are.
      before: recordOfAudit(what, before),
      after: recordOfAudit(what, after),
    }));
    return toPage(request, position, { items, total });
  });
};
