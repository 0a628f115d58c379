import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { ConcurrencyLimiter } from "../../concurrency-limiter.ts";
import { type FieldErrors, refuseFields } from "../../errors.ts";
import type { WebsiteListQuery } from "../../model/website.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import { defaultSettings, type Settings, type Website } from "../../websites/website.ts";
import { domainTaken, passwordRequired, type Websites } from "../../websites/websites.ts";
import * as operations from "../openapi/website-operations.ts";
import { positionOf, toPage } from "../pages.ts";
import { schemaErrors } from "../validation.ts";
import { websiteByPath } from "../website-by-path.ts";
import { lacksPassword, readSettings, settingErrors, toRecord } from "../website-fields.ts";

/** Changes are made one after the other anyway; and a password's hash takes 128 MiB while it is made. */
const limits = { runningMax: 1, waitingMax: 100, waitMsMax: 10_000 };

/** Serves `/api/v1/websites`: list, get, create, update and delete. */
export const websiteRoutes: FastifyPluginAsyncTypebox<{
  websites: Websites;
  /** Has the events of deleted websites removed, in the background. */
  purgeEvents: () => void;
}> = async (app, { websites, purgeEvents }) => {
  const changes = new ConcurrencyLimiter(limits);
  app.get("/", { schema: operations.list }, async (request) => {
    const position = positionOf(request.query);
    const found = select(websites.all.list(), request.query);
    const items = found.slice(position.offset, position.offset + position.perPage).map(toRecord);
    return toPage(request, position, { items, total: found.length });
  });

  app.get("/:id", { schema: operations.get }, async (request) => ({
    data: toRecord(websiteByPath(request, websites)),
  }));

  // The handlers look at the rest of a body whose schema is wrong: every wrong field at once.
  const attachValidation = true;

  app.post("/", { schema: operations.create, attachValidation }, async (request, reply) => {
    refuseFields({
      ...bodyErrors(request.body, defaultSettings),
      ...domainErrors(request.body?.domain, websites),
      ...schemaErrors(request),
    });
    const domain = normaliseDomain(request.body.domain) ?? "";
    const website = await changes.run(async () =>
      websites.create(domain, await readSettings(request.body)),
    );
    reply.code(201).header("location", `/api/v1/websites/${website.id}`);
    return { data: toRecord(website) };
  });

  for (const [method, schema] of operations.updates) {
    app.route({
      method,
      url: "/:id",
      schema,
      attachValidation,
      handler: async (request) => {
        const website = websiteByPath(request, websites);
        refuseFields({ ...bodyErrors(request.body, website), ...schemaErrors(request) });
        const updated = await changes.run(async () =>
          websites.update(website.id, await readSettings(request.body)),
        );
        return { data: toRecord(updated) };
      },
    });
  }

  app.delete("/:id", { schema: operations.remove }, async (request) => {
    const website = websiteByPath(request, websites);
    const { id } = await changes.run(() => websites.remove(website.id));
    purgeEvents();
    return { id, object: "website" as const, deleted: true as const };
  });
};

/** What no schema says of a body that may break its schema as well. */
function bodyErrors(body: object | undefined, before: Settings): FieldErrors {
  if (body === undefined) return {};
  const missing = lacksPassword(body, before) ? { password: passwordRequired } : {};
  return { ...missing, ...settingErrors(body) };
}

function domainErrors(domain: unknown, websites: Websites): FieldErrors {
  if (typeof domain !== "string") return {};
  const name = normaliseDomain(domain);
  if (name === undefined) return { domain: ["must be a domain name, such as example.com"] };
  return websites.all.findByDomain(name) === undefined ? {} : { domain: domainTaken };
}

function select(all: readonly Website[], query: WebsiteListQuery): Website[] {
  const { search = "", favorite, sort_by = "id", sort = "desc" } = query;
  const wanted = search.toLowerCase();
  const favorited = favorite === undefined ? undefined : favorite === "1" || favorite === "true";
  const byDomain = (a: Website, b: Website) => (a.domain < b.domain ? -1 : 1);
  const byId = (a: Website, b: Website) => a.id - b.id;
  const found = all
    .filter(({ domain }) => domain.includes(wanted))
    .filter(
      ({ favoritedAt }) => favorited === undefined || (favoritedAt !== undefined) === favorited,
    )
    .sort(sort_by === "domain" ? byDomain : byId);
  return sort === "asc" ? found : found.reverse();
}
