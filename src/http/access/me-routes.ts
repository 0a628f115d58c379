import type { IncomingMessage } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { People } from "../../access/people.ts";
import type { Recorded } from "../../access/recorded.ts";
import { actorOf, type Caller, may, mayOnAll, needs } from "../../access/rights.ts";
import type { Session } from "../../access/session.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { invalid, Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { EndedSession, Me, MeUpdate, SessionRecord } from "../../model/person.ts";
import type { Websites } from "../../websites/websites.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { useJsonBodies } from "../shell/validation.ts";
import { callerOf } from "./authentication.ts";
import { type ExternalSignIn, findsByEmail } from "./external-sign-in.ts";
import type { LoginLimiter } from "./login-limiter.ts";
import { passwordErrors } from "./person-passwords.ts";
import { toPersonRecord } from "./person-records.ts";
import { readable } from "./require-need.ts";
import { refusePasswords } from "./session-routes.ts";

const common = { tags: ["Access"], need: "self" } as const;
const One = Type.Object({ data: Me }, { description: "The caller." });

const schemas = {
  get: {
    ...common,
    operationId: "getMe",
    summary: "Get the caller itself",
    description:
      "Who the key or the session belongs to, what it may do, and the IP address it calls from.",
    response: { 200: One },
  },
  update: {
    ...common,
    operationId: "updateMe",
    summary: "Change your own name, e-mail address, password or language",
    description:
      "For people; a key gets 403. A new e-mail address or password needs `current_password`. A new password ends all other sessions.",
    body: MeUpdate,
    response: { 200: One },
    problems: ["FORBIDDEN", "TOO_MANY_ATTEMPTS", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
  sessions: {
    ...common,
    operationId: "listSessions",
    summary: "List your sessions",
    description: "The newest first. A key has none.",
    response: {
      200: Type.Object({ data: Type.Array(SessionRecord) }, { description: "The sessions." }),
    },
  },
  end: {
    ...common,
    operationId: "endSession",
    summary: "End one of your sessions",
    description: "It ends within a second.",
    response: { 200: EndedSession },
    problems: ["FORBIDDEN", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
} satisfies Record<string, FastifySchema>;

interface MeDeps {
  readonly people: People;
  readonly websites: Websites;
  readonly loginLimiter: LoginLimiter;
  readonly ipOf: (request: IncomingMessage) => string;
  readonly external?: ExternalSignIn | undefined;
}

/** `/api/v1/me`: what a caller sees and changes of itself. */
export const meRoutes: FastifyPluginAsyncTypebox<MeDeps> = async (app, deps) => {
  const { people, websites, loginLimiter, ipOf, external } = deps;
  app.removeAllContentTypeParsers();
  useJsonBodies(app, ["application/json"]);

  app.get("/", { schema: schemas.get }, async function getMe(request) {
    return { data: { ...describeCaller(callerOf(request), websites), ip: ipOf(request.raw) } };
  });

  app.patch("/", { schema: schemas.update }, async function updateMe(request) {
    const { person, session } = requirePerson(request);
    const { name, email: sentEmail, password, language, current_password: current } = request.body;
    const email = sentEmail?.trim();
    // Whoever took the address of somebody else would share an account with them.
    if (email !== undefined && findsByEmail(external)) {
      throw new Problem("FORBIDDEN", { message: "Only an owner changes e-mail addresses here" });
    }
    if (password !== undefined) refusePasswords(external);
    const needsPassword = email !== undefined || password !== undefined;
    refuseFields({
      ...(needsPassword && current === undefined && { current_password: ["is required"] }),
      ...(password !== undefined && passwordErrors(password, email ?? person.content.email)),
    });
    if (needsPassword) {
      // Whoever has taken over the session may have many addresses.
      const target = `own ${person.id}`;
      await loginLimiter.countAttempt("signIn", target);
      const { passwordHash } = person.content;
      const isRight = await loginLimiter.checkPassword(current ?? "", passwordHash, "first");
      if (!isRight) throw invalid({ current_password: [fieldError("password_wrong")] });
      await loginLimiter.forgiveAttempts("signIn", target);
    }
    const changed = await people.changeOwn(person, session, {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
      ...(password !== undefined && { passwordHash: await loginLimiter.hashPassword(password) }),
    });
    const me = describeCaller({ kind: "person", person: changed, session }, websites);
    return { data: { ...me, ip: ipOf(request.raw) } };
  });

  app.get("/sessions", { schema: schemas.sessions }, async function listSessions(request) {
    const caller = callerOf(request);
    if (caller.kind !== "person") return { data: [] };
    const own = people.sessionsOf(caller.person);
    return { data: own.map((session) => toSessionRecord(session, caller.session.id)) };
  });

  app.delete("/sessions/:session_id", { schema: schemas.end }, async function endSession(request) {
    const { person } = requirePerson(request);
    const id = definitionIdByPath(request, "session");
    await people.endSession(person, id);
    return { id, object: "session" as const, deleted: true as const };
  });
};

/** Returns the person of a session. Throws `Problem` FORBIDDEN for a key, which has none. */
export function requirePerson(request: FastifyRequest): Extract<Caller, { kind: "person" }> {
  const caller = callerOf(request);
  if (caller.kind !== "person") {
    throw new Problem("FORBIDDEN", { message: "Only people who have signed in can do this" });
  }
  return caller;
}

/** Returns a caller as it sees itself, without its address. */
export function describeCaller(caller: Caller, websites: Websites) {
  const seesAll = mayOnAll(caller, "read");
  const seen = readable(websites.all.list(), caller).map(({ id }) => id);
  const somewhere = (need: (typeof needs)[number]) =>
    may(caller, need) || websites.all.list().some(({ id }) => may(caller, need, id));
  return {
    ...(caller.kind === "person" && {
      ...toPersonRecord(caller.person, websites),
      language: caller.person.content.language ?? null,
    }),
    kind: caller.kind,
    name: actorOf(caller).name,
    may:
      caller.kind === "key"
        ? [...caller.key.content.may]
        : needs.filter((need) => need !== "self").filter(somewhere),
    websites: seesAll ? ("all" as const) : seen,
  };
}

function toSessionRecord({ id, content }: Recorded<Session>, currentId: number) {
  const { createdMs, lastSeenOn, label } = content;
  return {
    id,
    created_at: isoSeconds(createdMs),
    last_seen_on: lastSeenOn,
    label,
    current: id === currentId,
  };
}
