import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { noPersonReports, type PersonReports } from "../../access/person.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { invalid } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import { MyEmailReports, MyEmailReportsUpdate } from "../../model/email-reports.ts";
import type { NoteChange } from "../access/audit-log.ts";
import { requirePerson } from "../access/me-routes.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { minuteOf, timeOf } from "./email-report-routes.ts";
import type { Notifier } from "./notifier.ts";

const common = {
  tags: ["Notifications"],
  need: "self",
  problems: ["FORBIDDEN", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;
const One = Type.Object({ data: MyEmailReports }, { description: "Your e-mail reports." });

const schemas = {
  get: {
    ...common,
    operationId: "getMyEmailReports",
    summary: "Get your e-mail reports of all websites",
    description: "One mail has the numbers of all websites that you see. A key gets 403.",
    response: { 200: One },
  },
  update: {
    ...common,
    operationId: "updateMyEmailReports",
    summary: "Change your e-mail reports of all websites",
    description: "Changes the fields that are sent. A key gets 403.",
    body: MyEmailReportsUpdate,
    response: { 200: One },
  },
} satisfies Record<string, FastifySchema>;

/** `/api/v1/me/email-reports` */
export const myEmailReportRoutes: FastifyPluginAsyncTypebox<{
  readonly access: StoredAccess;
  readonly notifier: Pick<Notifier, "mail">;
  readonly noteChange: NoteChange;
}> = async (app, { access, notifier, noteChange }) => {
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const answer = (reports: PersonReports | undefined) => {
    return { data: { ...shown(reports), mail_server: notifier.mail !== undefined } };
  };

  app.get("/email-reports", { schema: schemas.get }, async function getMyReports(request) {
    return answer(requirePerson(request).person.content.emailReports);
  });

  app.put("/email-reports", { schema: schemas.update }, async function putMyReports(request) {
    const { person } = requirePerson(request);
    const { send_at: sendAt, timezone, ...periods } = request.body;
    const zone = timezone === undefined ? undefined : resolveTimezone(timezone);
    if (timezone !== undefined && zone === undefined) {
      throw invalid({ timezone: [fieldError("timezone")] });
    }
    const changed = await access.update("person", person.id, (before) => ({
      ...before,
      emailReports: {
        ...(before.emailReports ?? noPersonReports),
        ...periods,
        ...(sendAt !== undefined && { sendAt: minuteOf(sendAt) }),
        ...(zone !== undefined && { timezone: zone }),
      },
    }));
    const records = [person.content, changed.content].map(({ emailReports }) => {
      return { id: person.id, ...shown(emailReports) };
    });
    const [before = {}, after = {}] = records;
    await noteChange(request, { what: "email_reports.update", before, after });
    return answer(changed.content.emailReports);
  });
};

function shown({ day, week, month, sendAt, timezone }: PersonReports = noPersonReports) {
  return { day, week, month, send_at: timeOf(sendAt), timezone };
}
