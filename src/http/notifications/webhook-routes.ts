import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { AccessLookup } from "../../access/access-set.ts";
import type { Recorded } from "../../access/recorded.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import type { Webhook } from "../../access/webhook.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { type FieldErrors, invalid, Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import type { Language } from "../../base/languages.ts";
import { parseUrl } from "../../base/net/url.ts";
import { urlCharactersMax, webhooksMax } from "../../model/limits.ts";
import { pageOf } from "../../model/page.ts";
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
import type { LastResult } from "../../notifications/deliveries/last-results.ts";
import { byId } from "../../notifications/deliveries/recipient.ts";
import { postOf } from "../../notifications/webhooks/notice-request.ts";
import type { Websites } from "../../websites/websites.ts";
import { hideValues, type NoteChange } from "../access/audit-log.ts";
import { callerOf } from "../access/authentication.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { Notifier } from "./notifier.ts";
import { countTests, failureOf, runTest, shownResult } from "./test-results.ts";

const common = {
  tags: ["Notifications"],
  need: "admin",
  problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
} satisfies FastifySchema;
const One = Type.Object({ data: WebhookRecord }, { description: "The webhook." });

const schemas = {
  list: {
    ...common,
    operationId: "listWebhooks",
    summary: "List webhooks",
    description: "The newest first, without their secrets.",
    querystring: Type.Object(perPage),
    response: { 200: pageOf(WebhookRecord) },
  },
  get: {
    ...common,
    operationId: "getWebhook",
    summary: "Get a webhook",
    description: "Without its secret.",
    response: { 200: One },
  },
  create: {
    ...common,
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "It gets the alerts that name it, and what `events` says. Private addresses are refused, unless `WEBHOOK_PRIVATE_ADDRESSES` is 1.",
    body: NewWebhook,
    response: { 201: One },
  },
  update: {
    ...common,
    operationId: "updateWebhook",
    summary: "Change a webhook",
    description: "Changes the fields that are sent.",
    body: WebhookUpdate,
    response: { 200: One },
  },
  remove: {
    ...common,
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description:
      "It is not called any more within a second. While an alert names it, it cannot be deleted.",
    response: { 200: DeletedWebhook },
    problems: ["VALIDATION", ...common.problems],
  },
  test: {
    ...common,
    operationId: "testWebhook",
    summary: "Call a webhook to try it out",
    description: "Calls it once, also if it is switched off, and says what became of it.",
    response: { 200: Tested },
  },
} satisfies Record<string, FastifySchema>;

interface WebhookDeps {
  readonly access: StoredAccess;
  readonly websites: Pick<Websites, "all">;
  readonly notifier: Notifier;
  readonly loginLimiter: Pick<LoginLimiter, "countAttempt">;
  readonly noteChange: NoteChange;
  readonly now: () => number;
}

/** `/api/v1/webhooks`: URLs that are called when something happens. */
export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  const { access, notifier, loginLimiter, noteChange, now } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const lastResults = () => notifier.lastResults({ of: "webhooks" });
  const recordOf = async (webhook: Recorded<Webhook>) => {
    return toRecord(webhook, (await lastResults()).get(webhook.id));
  };

  app.get("/", { schema: schemas.list }, async function listWebhooks(request) {
    const position = positionOf(request.query);
    const all = access.all.list("webhook").reverse();
    const results = await lastResults();
    const items = all
      .slice(position.offset, position.offset + position.perPage)
      .map((webhook) => toRecord(webhook, results.get(webhook.id)));
    return toPage(request, position, { items, total: all.length });
  });

  app.get("/:webhook_id", { schema: schemas.get }, async function getWebhook(request) {
    return { data: await recordOf(webhookByPath(request, access)) };
  });

  app.post("/", { schema: schemas.create }, async function createWebhook(request, reply) {
    const { body } = request;
    refuseFields(await urlErrors(body.url, notifier));
    const made = await access.create("webhook", (set) => {
      refuseFields(nameErrors(set, body.name));
      if (set.count("webhook") >= webhooksMax) {
        throw invalid({ body: [fieldError("webhooks_max", { max: webhooksMax })] });
      }
      return { ...newWebhook(now()), ...fieldsOf(body) } as Webhook;
    });
    const data = toRecord(made, undefined);
    await noteChange(request, { what: "webhook.create", before: null, after: data });
    reply.code(201).header("location", `${app.basePath}/api/v1/webhooks/${made.id}`);
    return { data };
  });

  app.patch("/:webhook_id", { schema: schemas.update }, async function updateWebhook(request) {
    const { body } = request;
    const { id, content: old } = webhookByPath(request, access);
    if (body.url !== undefined) refuseFields(await urlErrors(body.url, notifier));
    const changed = await access.update("webhook", id, (before, set) => {
      if (body.name !== undefined) refuseFields(nameErrors(set, body.name, id));
      const isOn = body.enabled === true && !before.enabled;
      const times = { addedMs: addedTimes(before, body.events, now()), updatedMs: now() };
      const after = { ...before, ...fieldsOf(body), ...times };
      return isOn ? { ...after, enabledMs: now(), failedMs: null } : after;
    });
    const shown = (content: Webhook) => {
      const { last: _, ...record } = toRecord({ id, content }, undefined);
      return { ...record, secret: content.secret };
    };
    const change = hideValues([shown(old), shown(changed.content)], ["secret"]);
    await noteChange(request, { what: "webhook.update", ...change });
    return { data: await recordOf(changed) };
  });

  app.delete("/:webhook_id", { schema: schemas.remove }, async function deleteWebhook(request) {
    const webhook = webhookByPath(request, access);
    refuseFields(await alertErrors(webhook.id, deps));
    await access.remove("webhook", webhook.id);
    const before = toRecord(webhook, undefined);
    await noteChange(request, { what: "webhook.delete", before, after: null });
    return { id: webhook.id, object: "webhook" as const, deleted: true as const };
  });

  app.post("/:webhook_id/test", { schema: schemas.test }, async function testWebhook(request) {
    const { id, content } = webhookByPath(request, access);
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

function webhookByPath(request: FastifyRequest, access: StoredAccess): Recorded<Webhook> {
  const webhook = access.all.find("webhook", definitionIdByPath(request, "webhook"));
  if (webhook === undefined) throw new Problem("NOT_FOUND");
  return webhook;
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

function toRecord({ id, content }: Recorded<Webhook>, last: LastResult | undefined) {
  const { name, url, format, secret, events, enabled, failedMs, createdMs, updatedMs } = content;
  return {
    id,
    name,
    url,
    format,
    has_secret: secret !== "",
    events: [...events],
    enabled,
    failed_at: failedMs === null ? null : isoSeconds(failedMs),
    last: shownResult(last),
    created_at: isoSeconds(createdMs),
    updated_at: isoSeconds(updatedMs),
  };
}
