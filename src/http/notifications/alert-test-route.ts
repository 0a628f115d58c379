import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { personMay } from "../../access/rights.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { Problem } from "../../base/errors.ts";
import {
  type AlertMessage,
  type AlertRecipient,
  type AlertRule,
  addressesOf,
} from "../../definitions/alert.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { TestResult } from "../../model/alert.ts";
import { deliveryProblem } from "../../model/delivery-problems.ts";
import { isSilence, quietRange, windowMsOf } from "../../notifications/alerts/rules.ts";
import type { AlertNews } from "../../notifications/content/alert-wording.ts";
import { alertNotice } from "../../notifications/content/notices.ts";
import { wordingOf } from "../../notifications/content/wording.ts";
import { DeliveryFailed } from "../../notifications/deliveries/delivery-failed.ts";
import { testKey } from "../../notifications/deliveries/delivery-key.ts";
import { nameOfRecipient, recipientOf } from "../../notifications/deliveries/recipient.ts";
import { composeAlertMail } from "../../notifications/mail/alert-mail.ts";
import { postOf } from "../../notifications/webhooks/notice-request.ts";
import type { Websites } from "../../websites/websites.ts";
import { callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { websiteByPath } from "../access/require-need.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import type { Notifier } from "./notifier.ts";
import { countTests, runTest, shownProblem } from "./test-results.ts";

const schema = {
  need: "write",
  operationId: "testAlert",
  summary: "Send the message of an alert to try it out",
  description:
    "Sends a message with made-up numbers to everybody whom the alert tells, once, and says what became of each.",
  tags: ["Notifications"],
  response: {
    200: Type.Object({ data: Type.Array(TestResult) }, { description: "What became of each." }),
  },
  problems: ["NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;

interface AlertTestDeps {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly access: StoredAccess;
  readonly notifier: Notifier;
  readonly loginLimiter: Pick<LoginLimiter, "countAttempt">;
  readonly baseUrl?: string | undefined;
  readonly now: () => number;
}

/** `/api/v1/websites/{id}/alerts/{alert_id}/test` */
export const alertTestRoute: FastifyPluginAsyncTypebox<AlertTestDeps> = async (app, deps) => {
  const { websites, definitions, now } = deps;
  app.post("/:id/alerts/:alert_id/test", { schema }, async function testAlert(request) {
    const website = await websiteByPath(request, websites);
    const set = await definitions.of(website.id);
    const found = set.find("alert", definitionIdByPath(request, "alert"));
    if (found === undefined) throw new Problem("NOT_FOUND");
    const { content: alert } = found;
    const { when } = alert;
    const goal =
      isSilence(when) || when.goal_id === undefined ? undefined : set.find("goal", when.goal_id);
    const message = { ...exampleOf(when, now()), to: alert.to };
    const goalName = goal?.content.name;
    const news: AlertNews = { website, alertId: found.id, alert, message, goalName };
    const about = { websiteId: website.id, kind: "alert", subjectId: found.id } as const;
    const nowMs = now();
    await countTests(request, deps.loginLimiter, alert.to.length);
    const tests = alert.to.map((recipient) => {
      const test = testKey(about, nowMs, recipientOf(recipient));
      return runTest(deps.notifier, test, () => send(news, recipient, test.eventId, deps));
    });
    const results = await Promise.all(tests);
    return {
      data: results.map((each) => ({
        ...each,
        problem: shownProblem(callerOf(request), each, addressesOf(alert.to)),
      })),
    };
  });
};

async function send(
  news: AlertNews,
  recipient: AlertRecipient,
  eventId: string,
  deps: AlertTestDeps,
) {
  const { access, notifier, now, baseUrl } = deps;
  if ("webhook_id" in recipient) {
    const webhook = access.all.find("webhook", recipient.webhook_id);
    if (webhook === undefined) throw new DeliveryFailed(deliveryProblem("no_webhook"));
    const notice = alertNotice(await wordingOf(news.website.language), news, baseUrl, {
      isTest: true,
    });
    return notifier.post(postOf(webhook.content, notice, eventId));
  }
  const { mail } = notifier;
  if (mail === undefined) throw new DeliveryFailed(deliveryProblem("no_mail_server"));
  const to = "email" in recipient ? recipient.email : addressOf(recipient.person_id, news, access);
  const name = nameOfRecipient(recipientOf(recipient));
  const options = { to, recipient: name, isTest: true, nowMs: now() };
  return mail.send(await composeAlertMail(news, mail.origin, options));
}

function addressOf(personId: number, { website }: AlertNews, access: StoredAccess): string {
  const person = access.all.find("person", personId)?.content;
  if (person === undefined || person.state !== "active") {
    throw new DeliveryFailed(deliveryProblem("no_person"));
  }
  if (!personMay(person, "read", website.id)) {
    throw new DeliveryFailed(deliveryProblem("may_not_see"));
  }
  return person.email;
}

/** Returns a message as the rule would make it, with numbers that are just enough. */
function exampleOf(when: AlertRule, nowMs: number): Omit<AlertMessage, "to"> {
  const median = "against" in when ? { median: 10, earlier: [12, 10, 10, 8] } : {};
  const { least, most } = quietRange(when, median);
  const isBelow = most === Number.POSITIVE_INFINITY;
  const number = isBelow ? Math.max(0, Math.ceil(least) - 1) : Math.floor(most) + 1;
  return {
    change: 0,
    state: "firing",
    when,
    number,
    ...median,
    fromMs: nowMs - windowMsOf(when),
    untilMs: nowMs,
  };
}
