import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import type { AccessLookup } from "../../access/access-set.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import type { Webhook } from "../../access/webhook.ts";
import { type FieldErrors, invalid, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import type { Language } from "../../base/languages.ts";
import { parseUrl } from "../../base/net/url.ts";
import { urlCharactersMax, webhooksMax } from "../../model/limits.ts";
import {
  DeletedWebhook,
  NewWebhook,
  Tested,
  WebhookRecord,
  WebhookUpdate,
} from "../../model/webhook.ts";
import { testNotice } from "../../notifications/content/notices.ts";
import { wordingOf } from "../../notifications/content/wording.ts";
import { problemOf } from "../../notifications/deliveries/attempts.ts";
import { testKey } from "../../notifications/deliveries/delivery-key.ts";
import { byId } from "../../notifications/deliveries/recipient.ts";
import { postOf } from "../../notifications/webhooks/notice-request.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf, callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import {
  type RecordResource,
  type RecordSchemas,
  recordByPath,
  recordRoutes,
} from "../access/record-routes.ts";
import type { Notifier } from "./notifier.ts";
import { countTests, failureOf, runTest } from "./test-results.ts";
import { toWebhookRecord } from "./webhook-records.ts";

// What became of the last messages is read from the store.
const problems = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

const schemas: RecordSchemas = {
  tag: "Notifications",
  title: "Webhook",
  titles: "Webhooks",
  noun: "a webhook",
  nouns: "webhooks",
  creation: { operationId: "createWebhook", summary: "Create a webhook" },
  descriptions: {
    list: "The newest first, without their secrets.",
    get: "Without its secret.",
    create:
      "It gets the alerts that name it, and what `events` says. Private addresses are refused, unless `WEBHOOK_PRIVATE_ADDRESSES` is `on`.",
    update: "Changes the fields that are sent.",
    remove:
      "It is not called any more within a second. While an alert names it, it cannot be deleted.",
  },
  record: WebhookRecord,
  create: NewWebhook,
  update: WebhookUpdate,
  deleted: DeletedWebhook,
  problems: { list: problems, get: problems, remove: ["VALIDATION"] },
};

const testSchema = {
  operationId: "testWebhook",
  summary: "Call a webhook to try it out",
  description: "Calls it once, also if it is switched off, and says what became of it.",
  tags: ["Notifications"],
  need: "admin",
  response: { 200: Tested },
  problems,
} satisfies FastifySchema;

interface WebhookDeps {
  readonly access: StoredAccess;
  readonly websites: Pick<Websites, "all">;
  readonly notifier: Notifier;
  readonly loginLimiter: Pick<LoginLimiter, "countAttempt">;
  readonly now: () => number;
}

/** `/api/v1/webhooks`: URLs that are called when something happens. */
export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  const { access, notifier, loginLimiter, now } = deps;
  const webhooks: RecordResource<"webhook", NewWebhook, WebhookUpdate> = {
    kind: "webhook",
    path: "",
    schemas,
    newestFirst: true,
    show: (webhook) => toWebhookRecord(webhook, undefined),
    async reader() {
      const results = await notifier.lastResults({ of: "webhooks" });
      return (webhook) => toWebhookRecord(webhook, results.get(webhook.id));
    },
    async create(body, request) {
      refuseFields(await urlErrors(body.url, notifier));
      const record = await access.create(authorOf(request), "webhook", (set) => {
        refuseFields(nameErrors(set, body.name));
        if (set.count("webhook") >= webhooksMax) {
          throw invalid({ body: [fieldError("webhooks_max", { max: webhooksMax })] });
        }
        return { ...newWebhook(now()), ...fieldsOf(body) } as Webhook;
      });
      return { record };
    },
    async update(body, { id }, request) {
      if (body.url !== undefined) refuseFields(await urlErrors(body.url, notifier));
      return access.update(authorOf(request), "webhook", id, (before, set) => {
        if (body.name !== undefined) refuseFields(nameErrors(set, body.name, id));
        const isOn = body.enabled === true && !before.enabled;
        const times = { addedMs: addedTimes(before, body.events, now()), updatedMs: now() };
        const after = { ...before, ...fieldsOf(body), ...times };
        return isOn ? { ...after, enabledMs: now(), failedMs: null } : after;
      });
    },
    async remove({ id }, request) {
      refuseFields(await alertErrors(id, deps));
      await access.remove(authorOf(request), "webhook", id);
    },
  };
  recordRoutes(app, webhooks, access);

  app.post("/:webhook_id/test", { schema: testSchema }, async function testWebhook(request) {
    const { id, content } = recordByPath(request, access, "webhook");
    await countTests(request, loginLimiter);
    const notice = testNotice(await wordingOf(languageOf(request)), content.name, now());
    const about = { websiteId: 0, kind: "webhook", subjectId: 0 } as const;
    const test = testKey(about, now(), byId("webhook", id));
    const call = postOf(content, notice, test.eventId);
    return { data: await runTest(notifier, test, () => notifier.post(call)) };
  });
};

/** Returns what a webhook has that is made without saying it. */
function newWebhook(nowMs: number): Omit<Webhook, "name" | "url"> {
  return {
    format: "json",
    secret: "",
    events: [],
    enabled: true,
    enabledMs: nowMs,
    createdMs: nowMs,
    updatedMs: nowMs,
    failedMs: null,
  };
}

/** Returns the language of the person who asks, or English. */
function languageOf(request: FastifyRequest): Language {
  const caller = callerOf(request);
  return (caller.kind === "person" ? caller.person.content.language : undefined) ?? "en";
}

function nameErrors(set: AccessLookup, name: string, ownId?: number): FieldErrors {
  const isTaken = set
    .list("webhook")
    .some(({ id, content }) => id !== ownId && content.name === name);
  return isTaken ? { name: [fieldError("name_taken", { kind: "webhook" })] } : {};
}

/** Resolves with the errors of a webhook that alerts name: without it, they might tell nobody. */
async function alertErrors(
  webhookId: number,
  { notifier, websites }: Pick<WebhookDeps, "notifier" | "websites">,
): Promise<FieldErrors> {
  const errors = (await notifier.alertsNaming(webhookId)).flatMap(({ websiteId, name }) => {
    const website = websites.all.find(websiteId);
    return website ? [fieldError("webhook_named", { name, domain: website.domain })] : [];
  });
  return errors.length === 0 ? {} : { alerts: errors };
}

/** Resolves with the errors of a URL that no schema can find. */
async function urlErrors(text: string, notifier: Notifier): Promise<FieldErrors> {
  const url = parseUrl(text);
  if (url === undefined) return { url: [fieldError("http_url", { max: urlCharactersMax })] };
  if (url.username !== "" || url.password !== "") {
    return { url: [fieldError("url_user")] };
  }
  const error = await failureOf(notifier.checkHost(url));
  return error === undefined ? {} : { url: [problemOf(error)] };
}

function fieldsOf({ name, url, format, secret, events, enabled }: WebhookUpdate): Partial<Webhook> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(format !== undefined && { format }),
    ...(secret !== undefined && { secret: secret ?? "" }),
    ...(events !== undefined && { events }),
    ...(enabled !== undefined && { enabled }),
  };
}

/** Returns when each event of a webhook was added, after a change that happens now. */
function addedTimes(
  { events, addedMs }: Webhook,
  wanted: WebhookUpdate["events"] = [],
  nowMs: number,
): NonNullable<Webhook["addedMs"]> {
  const added = wanted.filter((event) => !events.includes(event));
  return { ...addedMs, ...Object.fromEntries(added.map((event) => [event, nowMs])) };
}
