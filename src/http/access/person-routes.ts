import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { MadeLink, People } from "../../access/people.ts";
import type { Grant, Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { Problem, refuseFields } from "../../base/errors.ts";
import { invitationDays } from "../../model/choices.ts";
import { pageOf } from "../../model/page.ts";
import {
  DeletedPerson,
  NewPerson,
  PersonLink,
  PersonRecord,
  PersonUpdate,
  WebsiteGrant,
} from "../../model/person.ts";
import type { Websites } from "../../websites/websites.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { NoteChange } from "./audit-log.ts";
import { callerOf } from "./authentication.ts";
import { websiteErrors } from "./key-routes.ts";
import { linkUrl, type MailLink, toPersonRecord } from "./person-records.ts";
import { websiteByPath } from "./require-need.ts";

const common = { tags: ["Access"], need: "admin" } as const;
const One = Type.Object({ data: PersonRecord }, { description: "The person." });
const changing = ["OVERLOADED", "STORE_UNAVAILABLE"] as const;

const schemas = {
  list: {
    ...common,
    operationId: "listPeople",
    summary: "List people",
    description: "Everybody who can sign in, or was invited to, in the order of invitation.",
    querystring: Type.Object(perPage),
    response: { 200: pageOf(PersonRecord) },
  },
  get: {
    ...common,
    operationId: "getPerson",
    summary: "Get a person",
    description: "The role, the grants and the ways to sign in.",
    response: { 200: One },
  },
  create: {
    ...common,
    operationId: "invitePerson",
    summary: "Invite a person",
    description: `The answer has the link of the invitation, which holds for ${invitationDays} days. It is mailed as well if a mail server is set.`,
    body: NewPerson,
    response: {
      201: Type.Object(
        { data: PersonRecord, link: PersonLink },
        { description: "The person and the link." },
      ),
    },
    problems: changing,
  },
  link: {
    ...common,
    operationId: "createPersonLink",
    summary: "Make a new link for a person",
    description:
      "An invitation for somebody who has not accepted one, otherwise a link for a new password, which holds for an hour. An earlier link is void.",
    response: { 201: Type.Object({ data: PersonLink }, { description: "The link." }) },
    problems: [...changing, "VALIDATION"],
  },
  update: {
    ...common,
    operationId: "updatePerson",
    summary: "Change a person",
    description:
      "Disabling somebody ends all sessions within a second. A new e-mail address voids the person's link, which the old one may have.",
    body: PersonUpdate,
    response: { 200: One },
    problems: changing,
  },
  remove: {
    ...common,
    operationId: "deletePerson",
    summary: "Delete a person",
    description: "All sessions end within a second.",
    response: { 200: DeletedPerson },
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

interface PersonDeps {
  readonly people: People;
  readonly websites: Websites;
  readonly noteChange: NoteChange;
  readonly mailLink: MailLink | undefined;
}

/** `/api/v1/people`: lists, invites, changes and deletes people. */
export const personRoutes: FastifyPluginAsyncTypebox<PersonDeps> = async (app, deps) => {
  const { people, websites, noteChange, mailLink } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
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

  app.get("/people", { schema: schemas.list }, async function listPeople(request) {
    const position = positionOf(request.query);
    const all = people.all.list("person");
    const items = all.slice(position.offset, position.offset + position.perPage).map(record);
    return toPage(request, position, { items, total: all.length });
  });

  app.get("/people/:person_id", { schema: schemas.get }, async function getPerson(request) {
    return { data: record(personByPath(request, people)) };
  });

  app.post("/people", { schema: schemas.create }, async function invitePerson(request, reply) {
    const { email, name = "", role, grants = [] } = request.body;
    refuseFields(grantErrors(grants, websites));
    const made = await people.invite({ email: email.trim(), name, role, grants });
    const data = record(made.person);
    await noteChange(request, { what: "person.invite", before: null, after: data });
    reply.code(201).header("location", `${app.basePath}/api/v1/people/${made.person.id}`);
    return { data, link: await show(request, made) };
  });

  app.post(
    "/people/:person_id/link",
    { schema: schemas.link },
    async function createPersonLink(request, reply) {
      const person = personByPath(request, people);
      const made = await people.renewLink(person.id);
      const after = { kind: made.link.kind, person_id: person.id, name: person.content.name };
      await noteChange(request, { what: "person.link", before: null, after });
      reply.code(201);
      return { data: await show(request, made) };
    },
  );

  app.patch("/people/:person_id", { schema: schemas.update }, async function updatePerson(request) {
    const { email, grants, ...fields } = request.body;
    const before = personByPath(request, people);
    if (grants !== undefined) refuseFields(grantErrors(grants, websites));
    const change = {
      ...fields,
      ...(email !== undefined && { email: email.trim() }),
      ...(grants !== undefined && { grants }),
    };
    const person = await people.update(before.id, change, { isRoot: isRoot(request) });
    const data = record(person);
    await noteChange(request, { what: "person.update", before: record(before), after: data });
    return { data };
  });

  app.delete(
    "/people/:person_id",
    { schema: schemas.remove },
    async function deletePerson(request) {
      const person = personByPath(request, people);
      await people.remove(person.id, { isRoot: isRoot(request) });
      await noteChange(request, { what: "person.delete", before: record(person), after: null });
      return { id: person.id, object: "person" as const, deleted: true as const };
    },
  );
};

/** `/api/v1/websites/{id}/people/{person_id}`: the grant of a person on one website. */
export const grantRoutes: FastifyPluginAsyncTypebox<PersonDeps> = async (app, deps) => {
  const { people, websites, noteChange } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);
  const record = (person: Recorded<Person>) => toPersonRecord(person, websites);
  const setGrant = async (request: FastifyRequest, level: Grant["may"] | undefined) => {
    const { id: websiteId } = await websiteByPath(request, websites);
    const before = personByPath(request, people);
    const person = await people.grant(before.id, websiteId, level);
    const data = record(person);
    const change = { what: "person.update", websiteId, before: record(before), after: data };
    await noteChange(request, change);
    return { data };
  };
  const url = "/websites/:id/people/:person_id";

  app.put(url, { schema: schemas.grant }, async function grantWebsite(request) {
    return setGrant(request, request.body.may);
  });

  app.delete(url, { schema: schemas.revoke }, async function revokeWebsite(request) {
    return setGrant(request, undefined);
  });
};

function personByPath(request: FastifyRequest, people: People): Recorded<Person> {
  const person = people.all.find("person", definitionIdByPath(request, "person"));
  if (person === undefined) throw new Problem("NOT_FOUND");
  return person;
}

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
