import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { versionOf, type Website } from "../../websites/website.ts";

const example = '"mZ0Zc2mXo8nUu6T0d3nXbA"';

/** The header of answers that have settings of one website. */
export const Versioned = {
  ETag: Type.String({
    description: "Stands for the website's settings. Send it as `If-Match` with a change.",
    examples: [example],
  }),
};

const tag = Type.String({
  description: "`ETag` of the website as you know it. If it was changed since, the answer is 412.",
  examples: [example],
});
export const IfMatch = Type.Object({ "If-Match": Type.Optional(tag) });
export const NeedsIfMatch = Type.Object({ "If-Match": tag });

/** Adds the version of a website to an answer. */
export function addVersion(reply: FastifyReply, website: Website): void {
  reply.header("etag", `"${versionOf(website)}"`);
}

/** Returns the versions that `If-Match` names; undefined if any will do. */
export function versionsOf({ headers }: FastifyRequest): readonly string[] | undefined {
  const header = headers["if-match"]?.trim();
  if (header === undefined || header === "*") return undefined;
  return header.split(",").map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"));
}
