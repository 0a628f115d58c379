import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { todayIn } from "../../base/calendar.ts";
import { type FieldErrors, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import {
  defaultSettings,
  type Settings,
  type SettingsChange,
  type Website,
} from "../../websites/website.ts";
import { domainTaken, passwordRequired, type Websites } from "../../websites/websites.ts";
import { authorOf, callerOf } from "../access/authentication.ts";
import { type PasswordQueue, passwordHashOf } from "../access/password-hash.ts";
import { listReadable, websiteByPath } from "../access/require-need.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { schemaErrors } from "../shell/validation.ts";
import {
  lacksPassword,
  readSettings,
  type SentSettings,
  settingErrors,
  toRecord,
} from "./website-fields.ts";
import { selectWebsites } from "./website-list-params.ts";
import * as operations from "./website-operations.ts";
import { addVersion, versionsOf } from "./website-version.ts";

/** Changes run one after the other anyway, and each can wait for the hash of a password. */
const limits = { runningMax: 1, waitingMax: 100, waitMsMax: 10_000 };

/** `/api/v1/websites`: lists, gets, creates, updates and deletes websites. */
export const websiteRoutes: FastifyPluginAsyncTypebox<{
  websites: Websites;
  /** Removes the events of deleted websites, in the background. */
  purgeEvents: () => void;
  loginLimiter: PasswordQueue;
  now: () => number;
}> = async (app, { websites, purgeEvents, loginLimiter, now }) => {
  const changes = new ConcurrencyLimiter(limits);
  const settingsOf = async (body: SentSettings, before?: Website): Promise<SettingsChange> => {
    const passwordHash = await passwordHashOf(body, loginLimiter);
    return { ...readSettings(body, before), ...(passwordHash !== undefined && { passwordHash }) };
  };
  const record = (website: Website) => ({
    ...toRecord(website, websites),
    today: todayIn(website.timezone, now()),
  });
  const one = (reply: FastifyReply, website: Website) => {
    addVersion(reply, website);
    return { data: record(website) };
  };
  app.get("/", { schema: operations.list }, async function listWebsites(request) {
    const position = positionOf(request.query);
    const matches = selectWebsites(await listReadable(callerOf(request), websites), request.query);
    const items = matches.slice(position.offset, position.offset + position.perPage).map(record);
    return toPage(request, position, { items, total: matches.length });
  });

  app.get("/:id", { schema: operations.get }, async (request, reply) =>
    one(reply, await websiteByPath(request, websites)),
  );

  // The handlers check a body even if it breaks its schema: one answer names every wrong field.
  const attachValidation = true;

  app.post(
    "/",
    { schema: operations.create, attachValidation },
    async function createWebsite(request, reply) {
      refuseFields({
        ...bodyErrors(request.body, defaultSettings),
        ...domainErrors(request.body?.domain, websites),
        ...schemaErrors(request),
      });
      const domain = normaliseDomain(request.body.domain) ?? "";
      const website = await changes.run(async () =>
        websites.create(
          authorOf(request),
          domain,
          await settingsOf(request.body),
          request.body.shard || undefined,
        ),
      );
      reply.code(201).header("location", `${app.basePath}/api/v1/websites/${website.id}`);
      return one(reply, website);
    },
  );

  for (const [method, schema] of operations.updates) {
    app.route({
      method,
      url: "/:id",
      schema,
      attachValidation,
      handler: async (request, reply) => {
        const website = await websiteByPath(request, websites);
        refuseFields({ ...bodyErrors(request.body, website), ...schemaErrors(request) });
        const updated = await changes.run(async () =>
          websites.update(authorOf(request), website.id, await settingsOf(request.body, website), {
            onlyIf: versionsOf(request),
          }),
        );
        return one(reply, updated);
      },
    });
  }

  app.delete("/:id", { schema: operations.remove }, async function deleteWebsite(request) {
    const { id } = await websiteByPath(request, websites);
    await changes.run(() => websites.remove(authorOf(request), id));
    purgeEvents();
    return { id, object: "website" as const, deleted: true as const };
  });
};

/** Returns the errors that no schema can find. The body may break its schema as well. */
function bodyErrors(body: object | undefined, before: Settings): FieldErrors {
  if (body === undefined) return {};
  const missing = lacksPassword(body, before) ? { password: passwordRequired } : {};
  return { ...missing, ...settingErrors(body) };
}

function domainErrors(domain: unknown, websites: Websites): FieldErrors {
  if (typeof domain !== "string") return {};
  const name = normaliseDomain(domain);
  if (name === undefined) return { domain: [fieldError("domain")] };
  return websites.all.findByDomain(name) === undefined ? {} : { domain: domainTaken };
}
