import type { IncomingMessage } from "node:http";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type } from "typebox";
import type { StoreEntry } from "../../access/audit.ts";
import type { People } from "../../access/people.ts";
import type { Person } from "../../access/person.ts";
import type { Recorded } from "../../access/recorded.ts";
import { actorOf, may } from "../../access/rights.ts";
import { sessionDaysMax } from "../../access/session.ts";
import { dayMs } from "../../base/calendar.ts";
import { comparableEmail } from "../../base/email-address.ts";
import { invalid, Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { compileCheck } from "../../base/validation.ts";
import { recogniseAgent } from "../../collect/agent/agent.ts";
import { SignIn } from "../../model/access.ts";
import { browserLabel } from "../../model/browser-label.ts";
import { formOrJson, noKey } from "../openapi/api-document.ts";
import { useJsonBodies } from "../shell/validation.ts";
import type { Callers } from "./callers.ts";
import {
  clearToken,
  deviceCookie,
  readToken,
  SetsCookie,
  sessionCookie,
  setToken,
} from "./cookies.ts";
import type { ExternalSignIn } from "./external-sign-in.ts";
import type { LoginLimiter } from "./login-limiter.ts";
import { deviceLifeS, tokenDays, tokenLifeS } from "./login-limits.ts";
import { refuseForeign } from "./origin.ts";
import { accountKey, attemptKey } from "./sign-in-attempts.ts";
import type { SignedTokens } from "./signed-tokens.ts";

const common = { tags: ["Access"], security: noKey, consumes: formOrJson };
/** The answer that signs somebody in. */
export const cookieSet = {
  204: Type.Null({ description: "The cookie was set.", headers: SetsCookie }),
};
/** The errors of requests that check or hash a password. */
export const passwordProblems = [
  "FORBIDDEN_ORIGIN",
  "TOO_MANY_ATTEMPTS",
  "OVERLOADED",
  "STORE_UNAVAILABLE",
] as const;

const schemas = {
  signIn: {
    ...common,
    operationId: "signIn",
    summary: "Sign in with an API key, or with an e-mail address and a password",
    description: `The cookie gives the rights of the key or the person. It holds for ${tokenDays} days without use, for a person ${sessionDaysMax} days at most, and ends with the key.`,
    body: SignIn,
    response: cookieSet,
    problems: ["WRONG_KEY", "WRONG_SIGN_IN", "FORBIDDEN", ...passwordProblems],
  },
  signOut: {
    tags: common.tags,
    security: noKey,
    operationId: "signOut",
    summary: "Sign out",
    description: "Removes the cookie from the browser, and ends the session of a person.",
    response: { 204: Type.Null({ description: "The cookie was removed." }) },
    problems: ["FORBIDDEN_ORIGIN", "STORE_UNAVAILABLE"],
  },
} satisfies Record<string, FastifySchema>;

/** The hash of a password that nobody has, which is checked where there is no other one. */
const nobodysHash =
  "scrypt$131072$8$1$V-hpMV_O4hE8COpgla6LSg$NELFR0v7rwuMISTgqL4R0XZ5YXmhWQyeN0ucBJ3NRwA";

/** The parts that sign somebody in. */
export interface SessionDeps {
  readonly callers: Callers;
  readonly people: People;
  readonly tokens: SignedTokens;
  readonly loginLimiter: LoginLimiter;
  readonly ipOf: (request: IncomingMessage) => string;
  readonly storeEntry: StoreEntry;
  readonly external?: ExternalSignIn | undefined;
}

/** Opens the session of a person who has proved who it is, and sets the cookie. */
export type OpenSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  person: Recorded<Person>,
  proxyName?: string,
) => Promise<void>;

/** Returns the function that opens sessions of people. */
export function sessionOpener(
  deps: Pick<SessionDeps, "people" | "tokens" | "storeEntry">,
): OpenSession {
  return async (request, reply, person, proxyName) => {
    const token = await startSession(request, person, deps, proxyName);
    setToken(reply, sessionCookie, token, sessionDaysMax * (dayMs / 1000));
    setToken(reply, deviceCookie, deps.tokens.forDevice(person.content), deviceLifeS);
  };
}

/** Resolves with the token of a new session of a person who has proved who it is. */
async function startSession(
  request: FastifyRequest,
  person: Recorded<Person>,
  { people, storeEntry }: Pick<SessionDeps, "people" | "storeEntry">,
  proxyName?: string,
): Promise<string> {
  const { session, token } = await people.openSession(person, {
    label: labelOf(request),
    ...(proxyName !== undefined && { proxyName }),
  });
  const shown = { session_id: session.id, label: session.content.label };
  const by = actorOf({ kind: "person", person });
  await storeEntry({ by, what: "sign-in", after: { shown } });
  return token;
}

const checkSignIn = compileCheck(SignIn);

/**
 * Resolves with the token of a new session of a person, for a program that keeps it itself. Rejects
 * as the route of sessions does, also for a key: a right one needs no session here.
 */
export async function signInProgram(
  request: FastifyRequest,
  body: SignIn,
  deps: SessionDeps,
): Promise<string> {
  refuseForeign(request);
  const checked = checkSignIn(body);
  if (!checked.ok) throw invalid(checked.fields);
  if (checked.value.key !== undefined) throw await refuseKey(request, deps);
  return startSession(request, await signInPerson(request, checked.value, deps), deps);
}

/** Resolves with the person who has this e-mail address and password. Rejects with `Problem`. */
async function signInPerson(
  request: FastifyRequest,
  { email, password }: SignIn,
  deps: SessionDeps,
): Promise<Recorded<Person>> {
  refusePasswords(deps.external);
  refuseFields({
    ...(email === undefined && { email: ["is required"] }),
    ...(password === undefined && { password: ["is required"] }),
  });
  return checkPassword(request, email ?? "", password ?? "", deps);
}

/** Throws `Problem` FORBIDDEN if people cannot sign in with passwords. */
export function refusePasswords(external: ExternalSignIn | undefined): void {
  if (external?.takesPasswords === false) {
    throw new Problem("FORBIDDEN", { message: "People do not sign in with passwords here" });
  }
}

/** `/session`: people and holders of keys sign in and out. */
export const sessionRoutes: FastifyPluginAsyncTypebox<SessionDeps> = async (app, deps) => {
  const { callers, people, tokens, loginLimiter, ipOf, storeEntry } = deps;
  const openSession = sessionOpener(deps);
  useJsonBodies(app, ["application/json"]);
  await app.register(formbody);
  app.addHook("onRequest", async (request) => refuseForeign(request));

  app.post("/session", { schema: schemas.signIn }, async function signIn(request, reply) {
    const { key, email, password } = request.body;
    if (email !== undefined || password !== undefined) {
      const person = await signInPerson(request, request.body, deps);
      await openSession(request, reply, person);
      return reply.code(204).send(null);
    }
    if (key === undefined)
      throw new Problem("VALIDATION", { fields: { key: [fieldError("api_key")] } });
    const target = attemptKey("", ipOf(request.raw));
    const caller = callers.ofKey(key);
    if (caller === undefined) throw await refuseKey(request, deps);
    if (!may(caller, "read")) {
      throw new Problem("FORBIDDEN", { message: "A session needs a key with the right to read" });
    }
    // Whoever has a key with some rights may be trying passwords of people in between.
    if (caller.kind === "root") await loginLimiter.forgiveAttempts("signIn", target);
    const token = caller.kind === "key" ? tokens.forKey(caller.key) : tokens.forOwner(key);
    setToken(reply, sessionCookie, token, tokenLifeS);
    const after = { shown: { label: labelOf(request) } };
    await storeEntry({ by: actorOf(caller), what: "sign-in", after });
    return reply.code(204).send(null);
  });

  app.delete("/session", { schema: schemas.signOut }, async function signOut(request, reply) {
    const caller = callers.ofCookie(request);
    clearToken(reply, sessionCookie);
    if (caller?.kind === "person") {
      await people.endSession(caller.person, caller.session.id).catch((error: unknown) => {
        // Another sign-out at the same time has ended the session, as this one would have.
        if (!(error instanceof Problem && error.code === "NOT_FOUND")) throw error;
      });
    }
    return reply.code(204).send(null);
  });
};

/**
 * Resolves with the problem of a wrong key. Only wrong keys are counted and refused: anybody behind
 * the same proxy may send them, and they must not lock out somebody with a right one.
 */
export async function refuseKey(
  request: FastifyRequest,
  { loginLimiter, ipOf }: Pick<SessionDeps, "loginLimiter" | "ipOf">,
): Promise<Problem> {
  await loginLimiter.countAttempt("signIn", attemptKey("", ipOf(request.raw)));
  return new Problem("WRONG_KEY");
}

/**
 * Resolves with the active person who has this e-mail address and password. Otherwise it rejects
 * with `Problem` WRONG_SIGN_IN, after the same time and the same work, or with TOO_MANY_ATTEMPTS.
 */
async function checkPassword(
  request: FastifyRequest,
  email: string,
  password: string,
  { people, tokens, loginLimiter, ipOf }: SessionDeps,
): Promise<Recorded<Person>> {
  const account = comparableEmail(email);
  const person = people.all.findByEmail(account);
  const { state, passwordHash = "" } = person?.content ?? {};
  const known = { email, passwordHash };
  const device = tokens.deviceOf(readToken(request, deviceCookie), known);
  const attempts: readonly (readonly ["device" | "signIn" | "account", string])[] =
    device === undefined
      ? [
          ["signIn", attemptKey("", ipOf(request.raw))],
          ["account", accountKey(email)],
        ]
      : [["device", device]];
  for (const [attempt, target] of attempts) await loginLimiter.countAttempt(attempt, target);
  const rank = device === undefined ? "second" : "first";
  const isRight = await loginLimiter
    .checkPassword(password, passwordHash || nobodysHash, rank)
    .catch(async (error: unknown) => {
      // Nothing was tried: too many others are trying.
      for (const [attempt, target] of attempts) {
        await loginLimiter.forgiveAttempts(attempt, target, "last");
      }
      throw error;
    });
  if (person === undefined || !isRight || passwordHash === "" || state !== "active") {
    throw new Problem("WRONG_SIGN_IN");
  }
  for (const [attempt, target] of attempts) {
    // Those before stay: of one address, they may have been at other accounts; of one account, they
    // may be somebody else's.
    await loginLimiter.forgiveAttempts(attempt, target, attempt === "device" ? "all" : "last");
  }
  return person;
}

/** Returns the browser that sends a request in words. */
function labelOf({ headers }: FastifyRequest): string {
  return browserLabel(recogniseAgent(headers["user-agent"] ?? ""));
}
