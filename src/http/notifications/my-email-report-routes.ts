import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { noPersonReports, type Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { personMay } from "../../access/rights.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { invalid } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { resolveTimezone } from "../../base/timezone.ts";
import { mailKeyOf } from "../../definitions/alert.ts";
import {
  MyEmailReports,
  MyEmailReportsUpdate,
  MyEmailReportTest,
} from "../../model/email-reports.ts";
import { Tested } from "../../model/webhook.ts";
import { testKey } from "../../notifications/deliveries/delivery-key.ts";
import { byId } from "../../notifications/deliveries/recipient.ts";
import { composePersonReport } from "../../notifications/mail/person-report.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { requirePerson } from "../access/me-routes.ts";
import type { Site } from "../reports/site.ts";
import { clientSignal } from "../shell/client-signal.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { mailOf, testedSpan } from "./email-report-routes.ts";
import type { Notifier } from "./notifier.ts";
import { minuteOf, shownPersonReports } from "./shown-reports.ts";
import { countTests, runTest, shownResult } from "./test-results.ts";

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
  test: {
    ...common,
    operationId: "testMyEmailReports",
    summary: "Send your report of all websites now",
    description: "Sends the newest report to your address. A key gets 403.",
    body: MyEmailReportTest,
    response: { 200: Tested },
    problems: [...common.problems, "QUERY_TOO_LARGE", "QUERY_TOO_LONG"],
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
  readonly websites: Pick<Websites, "all">;
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly notifier: Notifier;
  readonly loginLimiter: Pick<LoginLimiter, "countAttempt">;
  readonly now: () => number;
}> = async (app, { access, websites, siteOf, notifier, loginLimiter, now }) => {
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const answer = async ({ id, content: { emailReports } }: Recorded<Person>) => {
    const last = (await notifier.lastResults({ of: "person", personId: id })).get(id);
    const isSending = notifier.mail !== undefined;
    return {
      data: {
        ...shownPersonReports(emailReports),
        mail_server: isSending,
        last: shownResult(last),
      },
    };
  };

  app.get("/email-reports", { schema: schemas.get }, async function getMyReports(request) {
    return answer(requirePerson(request).person);
  });

  app.put("/email-reports", { schema: schemas.update }, async function putMyReports(request) {
    const { person } = requirePerson(request);
    const { send_at: sendAt, timezone, ...periods } = request.body;
    const zone = timezone === undefined ? undefined : resolveTimezone(timezone);
    if (timezone !== undefined && zone === undefined) {
      throw invalid({ timezone: [fieldError("timezone")] });
    }
    const change = (before: Person): Person => ({
      ...before,
      emailReports: {
        ...(before.emailReports ?? noPersonReports),
        ...periods,
        ...(sendAt !== undefined && { sendAt: minuteOf(sendAt) }),
        ...(zone !== undefined && { timezone: zone }),
      },
    });
    const remark = { what: "email_reports.update" } as const;
    return answer(await access.update(authorOf(request), "person", person.id, change, remark));
  });

  app.post("/email-reports/test", { schema: schemas.test }, async (request, reply) => {
    const { id, content } = requirePerson(request).person;
    const { email, emailReports: reports = noPersonReports } = content;
    const span = testedSpan(request.body?.period, reports, now());
    const mail = mailOf(notifier);
    await countTests(request, loginLimiter);
    const about = { websiteId: 0, kind: span.period, subjectId: 0 };
    const test = testKey(about, now(), byId("person", id));
    const seen = websites.all.list().filter((each) => personMay(content, "read", each.id));
    const send = async () => {
      const statisticsOf = async (each: Website) => (await siteOf(each)).statistics;
      const options = { ...mail.origin, statisticsOf, now };
      const reader = { id, email, language: content.language ?? "en", websites: seen };
      const signal = clientSignal(reply);
      const message = composePersonReport(options, reader, span, signal);
      await mail.send(await untilAborted(message, signal));
    };
    const result = await runTest(notifier, test, send);
    return { data: { ...result, to: mailKeyOf(email) } };
  });
};
