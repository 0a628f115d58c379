import type { IncomingMessage } from "node:http";
import formbody from "@fastify/formbody";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import { Problem } from "../../base/errors.ts";
import { SignIn } from "../../model/access.ts";
import { clearToken, ownerCookie, SetsCookie, setToken } from "../access/cookies.ts";
import type { LoginLimiter } from "../access/login-limiter.ts";
import { tokenDays } from "../access/login-limits.ts";
import { refuseForeign } from "../access/origin.ts";
import type { SignedTokens } from "../access/signed-tokens.ts";
import { formOrJson, noKey } from "../openapi/api-document.ts";
import { useJsonBodies } from "../shell/validation.ts";

const common = { tags: ["Access"], security: noKey };

const signIn = {
  ...common,
  operationId: "signIn",
  summary: "Sign in with an API key",
  description: `The cookie gives the same access as the key, for ${tokenDays} days or until the key is removed.`,
  consumes: formOrJson,
  body: SignIn,
  response: { 204: Type.Null({ description: "The cookie was set.", headers: SetsCookie }) },
  problems: ["WRONG_KEY", "FORBIDDEN_ORIGIN", "TOO_MANY_ATTEMPTS"],
} satisfies FastifySchema;

const signOut = {
  ...common,
  operationId: "signOut",
  summary: "Sign out",
  description: "Removes the cookie from the browser. The API key stays valid.",
  response: { 204: Type.Null({ description: "The cookie was removed." }) },
  problems: ["FORBIDDEN_ORIGIN"],
} satisfies FastifySchema;

/** `POST /session` and `DELETE /session`: an owner signs in and out. */
export const sessionRoutes: FastifyPluginAsyncTypebox<{
  tokens: SignedTokens;
  loginLimiter: LoginLimiter;
  addressOf: (request: IncomingMessage) => string;
}> = async (app, { tokens, loginLimiter, addressOf }) => {
  useJsonBodies(app, ["application/json"]);
  await app.register(formbody);
  app.addHook("onRequest", async (request) => refuseForeign(request));

  app.post("/session", { schema: signIn }, async function signOwnerIn(request, reply) {
    const { key } = request.body;
    const address = addressOf(request.raw);
    if (!tokens.isApiKey(key)) {
      // Only wrong keys are counted and refused. Anybody behind the same proxy may send them, and
      // they must not lock out an owner with a right one.
      await loginLimiter.countAttempt("session", address);
      throw new Problem("WRONG_KEY");
    }
    await loginLimiter.forgiveAttempts("session", address);
    setToken(reply, ownerCookie, tokens.forOwner(key));
    return reply.code(204).send(null);
  });

  app.delete("/session", { schema: signOut }, async function signOwnerOut(_request, reply) {
    clearToken(reply, ownerCookie);
    return reply.code(204).send(null);
  });
};
