import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { isEmailAddress } from "../../base/email-address.ts";
import { type FieldErrors, invalid, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { TestResult } from "../../model/alert.ts";
import { type Period, wantedPeriods } from "../../model/choices.ts";
import {
  EmailReportsRecord,
  EmailReportsUpdate,
  EmailReportTest,
} from "../../model/email-reports.ts";
import { emailCharactersMax } from "../../model/limits.ts";
import { readEmailReport } from "../../notifications/content/email-report.ts";
import { newestDue, type Span } from "../../notifications/content/email-report-period.ts";
import { testKey } from "../../notifications/deliveries/delivery-key.ts";
import { byMail, nameOfRecipient } from "../../notifications/deliveries/recipient.ts";
import { recipientsOf } from "../../notifications/mail/mailboxes.ts";
import { composeReport } from "../../notifications/mail/message.ts";
import type { EmailReports, Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf, callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { websiteByPath } from "../access/require-need.ts";
import type { Site } from "../reports/site.ts";
import { clientSignal } from "../shell/client-signal.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { Notifier } from "./notifier.ts";
import { minuteOf, shownReports } from "./shown-reports.ts";
import { countTests, runTest, shownResultTo } from "./test-results.ts";

const common = {
  tags: ["Notifications"],
  need: "write",
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;
const One = Type.Object({ data: EmailReportsRecord }, { description: "The e-mail reports." });

const schemas = {
  get: {
    ...common,
    operationId: "getEmailReports",
    summary: "Get the e-mail reports of a website",
    description: "Which reports it has, who gets them, and what became of the last mail.",
    response: { 200: One },
  },
  update: {
    ...common,
    operationId: "updateEmailReports",
    summary: "Change the e-mail reports of a website",
    description:
      "Changes the fields that are sent. The field `email` of the website stands for `week` and `month`.",
    body: EmailReportsUpdate,
    response: { 200: One },
  },
  test: {
    ...common,
    operationId: "testEmailReports",
    summary: "Send a report of a website now",
    description:
      "Sends the newest report to the person who asks, or to the address that is named. A key has to name one.",
    body: EmailReportTest,
    response: { 200: Type.Object({ data: TestResult }, { description: "What became of it." }) },
    problems: [...common.problems, "QUERY_TOO_LARGE", "QUERY_TOO_LONG"],
  },
} satisfies Record<string, FastifySchema>;

interface EmailReportDeps {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly siteOf: (website: Website) => Promise<Site>;
  readonly notifier: Notifier;
  readonly loginLimiter: Pick<LoginLimiter, "countAttempt">;
  readonly now: () => number;
}

/** `/api/v1/websites/{id}/email-reports` */
export const emailReportRoutes: FastifyPluginAsyncTypebox<EmailReportDeps> = async (app, deps) => {
  const { websites, notifier } = deps;
  const url = "/:id/email-reports";
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const answer = async (request: FastifyRequest, { id, emailReports }: Website) => {
    const last = await notifier.lastResults({ of: "reports", websiteId: id });
    return {
      data: {
        ...shownReports(emailReports),
        mail_server: notifier.mail !== undefined,
        default_recipients: notifier.defaultRecipients.length,
        last: shownResultTo(callerOf(request), last.get(id), emailReports.to),
      },
    };
  };

  app.get(url, { schema: schemas.get }, async function getEmailReports(request) {
    return answer(request, await websiteByPath(request, websites));
  });

  app.put(url, { schema: schemas.update }, async function updateEmailReports(request) {
    const { body } = request;
    const website = await websiteByPath(request, websites);
    refuseFields(addressErrors(body.to ?? []));
    const { to, send_at: sendAt, ...periods } = body;
    const emailReports = {
      ...periods,
      ...(to !== undefined && {
        to: recipientsOf(to.map((one) => one.trim())).map(({ mailbox }) => mailbox),
      }),
      ...(sendAt !== undefined && { sendAt: minuteOf(sendAt) }),
    };
    const remark = { what: "email_reports.update" } as const;
    const by = authorOf(request);
    return answer(request, await websites.update(by, website.id, { emailReports }, { remark }));
  });

  app.post(
    `${url}/test`,
    { schema: schemas.test },
    async function testEmailReports(request, reply) {
      const website = await websiteByPath(request, websites);
      const to = request.body?.to?.trim() ?? ownAddress(request);
      if (!isEmailAddress(to)) {
        throw invalid({ to: [fieldError("email", { max: emailCharactersMax })] });
      }
      const { emailReports, timezone, id: websiteId } = website;
      const span = testedSpan(request.body?.period, { ...emailReports, timezone }, deps.now());
      const mail = mailOf(notifier);
      await countTests(request, deps.loginLimiter);
      const about = { websiteId, kind: span.period, subjectId: 0 };
      const test = testKey(about, deps.now(), byMail(to));
      const send = async () => {
        const { siteOf, definitions, now } = deps;
        const signal = clientSignal(reply);
        const sources = { statistics: (await siteOf(website)).statistics, definitions };
        const report = await untilAborted(readEmailReport(sources, website, span, signal), signal);
        const recipient = nameOfRecipient(test.recipient);
        const subscription = { kind: "reports", websiteId, recipient } as const;
        const options = { to, isNewest: true, nowMs: now(), subscription };
        await mail.send(await composeReport(report, mail.origin, options));
      };
      return { data: await runTest(notifier, test, send) };
    },
  );
};

/** Returns what sends mails. Throws `Problem` VALIDATION without a mail server. */
export function mailOf({ mail }: Pick<Notifier, "mail">): NonNullable<Notifier["mail"]> {
  if (mail !== undefined) return mail;
  throw invalid({ to: [fieldError("no_mail_server")] });
}

/** Returns the newest report that is asked for, or else of the first period that is on. */
export function testedSpan(
  asked: Period | undefined,
  reports: Pick<EmailReports, Period | "sendAt"> & { readonly timezone: string },
  nowMs: number,
): Span {
  const wanted = wantedPeriods.find((name) => reports[name]);
  return newestDue(asked ?? wanted ?? "week", reports.timezone, nowMs, reports.sendAt).span;
}

/** Returns the address of the person who asks. Throws `Problem` VALIDATION for a key. */
function ownAddress(request: FastifyRequest): string {
  const caller = callerOf(request);
  if (caller.kind === "person") return caller.person.content.email;
  throw invalid({ to: [fieldError("key_address")] });
}

/** Returns the errors of a list of addresses, each under its place. */
function addressErrors(addresses: readonly string[]): FieldErrors {
  const wrong = addresses.flatMap((address, i) =>
    isEmailAddress(address.trim())
      ? []
      : [[`to.${i}`, [fieldError("email", { max: emailCharactersMax })]]],
  );
  return Object.fromEntries(wrong);
}
