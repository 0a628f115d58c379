import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { MadeLink, People } from "../../access/people.ts";
import type { Grant, Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { refuseFields } from "../../base/errors.ts";
import { invitationDays } from "../../model/choices.ts";
import {
  DeletedPerson,
  NewPerson,
  PersonLink,
  PersonRecord,
  PersonUpdate,
  WebsiteGrant,
} from "../../model/person.ts";
import type { Websites } from "../../websites/websites.ts";
import { removeOrphanedViews, type ViewRemoval } from "../definitions/removed-people.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { authorOf, callerOf } from "./authentication.ts";
import { websiteErrors } from "./key-routes.ts";
import { linkUrl, type MailLink, toPersonRecord } from "./person-records.ts";
import {
  type RecordResource,
  type RecordSchemas,
  recordByPath,
  recordRoutes,
} from "./record-routes.ts";
import { websiteByPath } from "./require-need.ts";

const common = { tags: ["Access"], need: "admin" } as const;
const One = Type.Object({ data: PersonRecord }, { description: "The person." });
const changing = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

const schemas: RecordSchemas = {
  tag: "Access",
  title: "Person",
  titles: "People",
  noun: "a person",
  nouns: "people",
  creation: { operationId: "invitePerson", summary: "Invite a person" },
  descriptions: {
    list: "Everybody who can sign in, or was invited to, in the order of invitation.",
    get: "The role, the grants and the ways to sign in.",
    create: `The answer has the link of the invitation, which holds for ${invitationDays} days. It is mailed as well if a mail server is set.`,
    update:
      "Disabling somebody ends all sessions within a second. A new e-mail address voids the person's link, which the old one may have.",
    remove: "All sessions end within a second.",
  },
  record: PersonRecord,
  create: NewPerson,
  created: Type.Object(
    { data: PersonRecord, link: PersonLink },
    { description: "The person and the link." },
  ),
  update: PersonUpdate,
  deleted: DeletedPerson,
  problems: { remove: ["VALIDATION"] },
};

const otherSchemas = {
  link: {
    ...common,
    operationId: "createPersonLink",
    summary: "Make a new link for a person",
    description:
      "An invitation for somebody who has not accepted one, otherwise a link for a new password, which holds for an hour. An earlier link is void.",
    response: { 201: Type.Object({ data: PersonLink }, { description: "The link." }) },
    problems: [...changing, "VALIDATION"],
  },
  grant: {
    ...common,
    operationId: "grantWebsite",
    summary: "Give a person a grant on a website",
    description: "An earlier grant on the website is replaced.",
    body: WebsiteGrant,
    response: { 200: One },
    problems: [...changing, "NOT_FOUND"],
  },
  revoke: {
    ...common,
    operationId: "revokeWebsite",
    summary: "Take back a person's grant on a website",
    description: "A grant on all websites stays.",
    response: { 200: One },
    problems: [...changing, "NOT_FOUND"],
  },
} satisfies Record<string, FastifySchema>;

interface PersonDeps extends ViewRemoval {
  readonly access: StoredAccess;
  readonly people: People;
  readonly websites: Websites;
  readonly mailLink: MailLink | undefined;
}

/** `/api/v1/people`: lists, invites, changes and deletes people. */
export const personRoutes: FastifyPluginAsyncTypebox<PersonDeps> = async (app, deps) => {
  const { access, people, websites, mailLink } = deps;
  const record = (person: Recorded<Person>) => toPersonRecord(person, websites);
  const show = async (request: FastifyRequest, made: MadeLink) => {
    const url = linkUrl(request, made);
    // Somebody who has not chosen a language gets that of the one who invites.
    const caller = callerOf(request);
    const language = caller.kind === "person" ? caller.person.content.language : undefined;
    const { content } = made.person;
    const person = { ...content, language: content.language ?? language ?? null };
    return {
      url,
      expires_at: isoSeconds(made.link.expiresMs),
      kind: made.link.kind,
      mailed: (await mailLink?.(person, made.link.kind, url)) ?? false,
    };
  };
  const resource: RecordResource<"person", NewPerson, PersonUpdate> = {
    kind: "person",
    path: "/people",
    schemas,
    newestFirst: false,
    show: record,
    async create({ email, name = "", role, grants = [] }, request) {
      refuseFields(grantErrors(grants, websites));
      const made = await people.invite(authorOf(request), {
        email: email.trim(),
        name,
        role,
        grants,
      });
      const answer = async (data: object) => ({ data, link: await show(request, made) });
      return { record: made.person, answer };
    },
    async update({ email, grants, ...fields }, { id }, request) {
      if (grants !== undefined) refuseFields(grantErrors(grants, websites));
      const change = {
        ...fields,
        ...(email !== undefined && { email: email.trim() }),
        ...(grants !== undefined && { grants }),
      };
      return people.update(authorOf(request), id, change, { isRoot: isRoot(request) });
    },
    async remove({ id }, request) {
      await people.remove(authorOf(request), id, { isRoot: isRoot(request) });
      await removeOrphanedViews(authorOf(request), deps);
    },
  };
  recordRoutes(app, resource, access);

  app.post(
    "/people/:person_id/link",
    { schema: otherSchemas.link },
    async function createPersonLink(request, reply) {
      const person = recordByPath(request, access, "person");
      const made = await people.renewLink(authorOf(request), person.id);
      reply.code(201);
      return { data: await show(request, made) };
    },
  );
};

/** `/api/v1/websites/{id}/people/{person_id}`: the grant of a person on one website. */
export const grantRoutes: FastifyPluginAsyncTypebox<PersonDeps> = async (app, deps) => {
  const { access, people, websites } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const record = (person: Recorded<Person>) => toPersonRecord(person, websites);
  const setGrant = async (request: FastifyRequest, level: Grant["may"] | undefined) => {
    const { id: websiteId } = await websiteByPath(request, websites);
    const { id } = recordByPath(request, access, "person");
    return { data: record(await people.grant(authorOf(request), id, websiteId, level)) };
  };
  const url = "/websites/:id/people/:person_id";

  app.put(url, { schema: otherSchemas.grant }, async function grantWebsite(request) {
    return setGrant(request, request.body.may);
  });

  app.delete(url, { schema: otherSchemas.revoke }, async function revokeWebsite(request) {
    return setGrant(request, undefined);
  });
};

function grantErrors(grants: readonly Grant[], websites: Websites) {
  const ids = grants.flatMap(({ website_id: id }) => (id === "all" ? [] : [id]));
  if (new Set(grants.map(({ website_id: id }) => id)).size < grants.length) {
    return { grants: ["has a website twice"] };
  }
  return websiteErrors(ids, websites, "grants");
}

function isRoot(request: FastifyRequest): boolean {
  return callerOf(request).kind === "root";
}
