import type { IncomingMessage } from "node:http";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { StoreEntry } from "../../access/audit.ts";
import { linkOver, mailedLink, type People } from "../../access/people.ts";
import type { Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { hashOf } from "../../access/secret.ts";
import { invalid, refuseFields } from "../../base/errors.ts";
import {
  AcceptInvitation,
  FirstOwner,
  ForgottenPassword,
  Invitation,
  NewPassword,
  ReadInvitation,
} from "../../model/access.ts";
import type { Websites } from "../../websites/websites.ts";
import { formOrJson, noKey } from "../openapi/api-document.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { ExternalSignIn } from "./external-sign-in.ts";
import type { Keys } from "./keys.ts";
import type { LoginLimiter } from "./login-limiter.ts";
import { refuseForeign } from "./origin.ts";
import { passwordErrors } from "./person-passwords.ts";
import { linkUrl, type MailLink, toInvitation } from "./person-records.ts";
import { cookieSet, passwordProblems, refusePasswords, sessionOpener } from "./session-routes.ts";
import { accountKey, attemptKey } from "./sign-in-attempts.ts";
import type { SignedTokens } from "./signed-tokens.ts";

const common = { tags: ["Access"], security: noKey, consumes: formOrJson };

const schemas = {
  invitation: {
    ...common,
    operationId: "acceptInvitation",
    summary: "Accept an invitation",
    description: "Sets the name and the password, and signs in. A link can be used once.",
    body: AcceptInvitation,
    response: cookieSet,
    problems: ["FORBIDDEN", ...passwordProblems],
  },
  read: {
    ...common,
    operationId: "readInvitation",
    summary: "Read an invitation",
    description: "Says who invites whom, and to what. The link stays unused.",
    body: ReadInvitation,
    response: {
      200: Type.Object({ data: Invitation }, { description: "What the invitation says." }),
    },
    problems: ["FORBIDDEN", "FORBIDDEN_ORIGIN", "STORE_UNAVAILABLE"],
  },
  start: {
    ...common,
    operationId: "makeFirstOwner",
    summary: "Make the first owner",
    description:
      "Takes the token of the address that a start prints, and signs in. It ends with the first person.",
    body: FirstOwner,
    response: cookieSet,
    problems: ["FORBIDDEN", ...passwordProblems],
  },
  password: {
    ...common,
    operationId: "resetPassword",
    summary: "Set a new password with a link",
    description: "Ends all sessions of the person, and signs in. A link can be used once.",
    body: NewPassword,
    response: cookieSet,
    problems: ["FORBIDDEN", ...passwordProblems],
  },
  reset: {
    ...common,
    operationId: "requestReset",
    summary: "Ask for a link for a new password",
    description:
      "The link is mailed if somebody has this address and a mail server is set. The answer is the same for everybody.",
    body: ForgottenPassword,
    response: { 202: Type.Null({ description: "The link is mailed if there is such a person." }) },
    problems: ["FORBIDDEN_ORIGIN", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
} satisfies Record<string, FastifySchema>;

interface LinkDeps {
  readonly people: People;
  readonly websites: Pick<Websites, "all">;
  readonly keys: Pick<Keys, "start">;
  readonly tokens: SignedTokens;
  readonly loginLimiter: LoginLimiter;
  readonly ipOf: (request: IncomingMessage) => string;
  readonly storeEntry: StoreEntry;
  readonly mailLink: MailLink | undefined;
  readonly external?: ExternalSignIn | undefined;
}

/** `/session/invitation`, `/start`, `/password` and so on: people use links that only they have. */
export const linkRoutes: FastifyPluginAsyncTypebox<LinkDeps> = async (app, deps) => {
  const { people, websites, keys, loginLimiter, ipOf, external } = deps;
  const openSession = sessionOpener(deps);
  useJsonBodies(app, ["application/json"]);
  await app.register(formbody);
  app.addHook("onRequest", async (request) => refuseForeign(request));

  app.post(
    "/session/invitation",
    { schema: schemas.invitation },
    async function acceptInvitation(request, reply) {
      const { token, name, password } = request.body;
      const person = await setPassword("invitation", token, password, name);
      await openSession(request, reply, person);
      return reply.code(204).send(null);
    },
  );

  app.post("/session/invitation/read", { schema: schemas.read }, async function read(request) {
    refusePasswords(external);
    const person = await people.ofLink(request.body.token, "invitation");
    if (person === undefined) throw invalid({ token: linkOver });
    return { data: toInvitation(person.content, websites) };
  });

  app.post(
    "/session/start",
    { schema: schemas.start },
    async function makeFirstOwner(request, reply) {
      const { token, email, name, password } = request.body;
      refusePasswords(external);
      // The hashes are compared, so no comparison tells by its time how much of a guess is right.
      const holds = people.awaitsFirst && hashOf(token) === hashOf(keys.start);
      if (!holds) throw invalid({ token: linkOver });
      refuseFields(passwordErrors(password, email));
      const passwordHash = await loginLimiter.hashPassword(password);
      await openSession(request, reply, await people.makeFirst({ email, name, passwordHash }));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/session/password",
    { schema: schemas.password },
    async function resetPassword(request, reply) {
      const { token, password } = request.body;
      const person = await setPassword("reset", token, password);
      // Whoever was locked out by attempts of others is not any more.
      await loginLimiter.forgiveAttempts("account", accountKey(person.content.email));
      await loginLimiter.forgiveAttempts("signIn", attemptKey("", ipOf(request.raw)));
      await openSession(request, reply, person);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/session/reset",
    { schema: schemas.reset },
    async function requestReset(request, reply) {
      // The answer does not wait, so that its time does not tell whether there is such a person.
      void mailReset(request, request.body.email, deps).catch(() => {});
      // `null` would be a body.
      return reply.code(202).send(undefined as never);
    },
  );

  /** Uses up a link with a new password, which is hashed only if the link holds. */
  async function setPassword(
    kind: "invitation" | "reset",
    token: string,
    password: string,
    name?: string,
  ): Promise<Recorded<Person>> {
    refusePasswords(external);
    const person = await people.ofLink(token, kind);
    if (person !== undefined) refuseFields(passwordErrors(password, person.content.email));
    const passwordHash = person === undefined ? "" : await loginLimiter.hashPassword(password);
    return people.useLink(token, kind, { passwordHash, ...(name !== undefined && { name }) });
  }
};

async function mailReset(
  request: FastifyRequest,
  email: string,
  { people, loginLimiter, mailLink, external }: LinkDeps,
): Promise<void> {
  const person = people.all.findByEmail(email);
  // Without a mail server, a new link would reach nobody, and void the one that an owner made.
  if (mailLink === undefined || external?.takesPasswords === false) return;
  if (person?.content.state !== "active") return;
  await loginLimiter.countAttempt("reset", String(person.id));
  const made = await people.renewLink(mailedLink, person.id);
  await mailLink(made.person.content, made.link.kind, linkUrl(request, made));
}
