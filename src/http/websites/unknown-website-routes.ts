import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { dayMs, isoSeconds } from "../../base/calendar.ts";
import { invalid } from "../../base/errors.ts";
import { noWebsite } from "../../collect/uncounted-names.ts";
import { UnknownWebsite } from "../../model/uncounted.ts";
import { findByName } from "../../websites/by-name.ts";
import { normaliseDomain } from "../../websites/domain.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Uncounted } from "../events/uncounted.ts";

/** A name that sent nothing for a week is no news. */
const shownDays = 7;

const tags = ["Websites"];
const problems = ["STORE_UNAVAILABLE"] as const;

const list = {
  operationId: "listUnknownWebsites",
  need: "create",
  summary: "List domains that events name and that are no website",
  description:
    "Those of the last seven days, the newest first: 200 a day at most. Domains that are a website by now are left out.",
  tags,
  response: {
    200: Type.Object({ data: Type.Array(UnknownWebsite) }, { description: "The domains." }),
  },
  problems,
} satisfies FastifySchema;

const ignore = {
  operationId: "ignoreUnknownWebsite",
  need: "create",
  summary: "Ignore a domain that is no website",
  description: "Leaves the domain out of the list for 30 days.",
  tags,
  params: Type.Object({
    name: Type.String({ description: "The domain.", examples: ["my-shpo.example"] }),
  }),
  response: {
    200: Type.Object(
      {
        name: Type.String({ description: "The domain.", examples: ["my-shpo.example"] }),
        ignored: Type.Literal(true),
      },
      { description: "The domain is ignored." },
    ),
  },
  problems: ["VALIDATION", ...problems],
} satisfies FastifySchema;

/** `/api/v1/unknown-websites`: lists and ignores domains that events name in vain. */
export const unknownWebsiteRoutes: FastifyPluginAsyncTypebox<{
  uncounted: Uncounted;
  websites: Websites;
  now: () => number;
}> = async (app, { uncounted, websites, now }) => {
  app.get("/", { schema: list }, async function listUnknownWebsites() {
    await uncounted.saveAll();
    const names = await uncounted.table.list(noWebsite, Math.floor(now() / dayMs) - shownDays);
    return {
      data: names
        .filter(({ name }) => findByName(websites.all, name) === undefined)
        .map(({ name, events, lastAtMs }) => ({ name, events, last_at: isoSeconds(lastAtMs) })),
    };
  });

  app.delete("/:name", { schema: ignore }, async function ignoreUnknownWebsite(request) {
    const name = normaliseDomain(request.params.name);
    if (name === undefined) throw invalid({ name: ["must be a domain name"] });
    await uncounted.table.ignore(name, now());
    return { name, ignored: true as const };
  });
};
