import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";

import { tokenDays, tokenLifeS } from "./login-limits.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** True if people reach this server by https, even if no proxy says so. */
    isHttpsOutside: boolean;
  }
}

/** The header of answers that set a cookie, for the API description. */
export const SetsCookie = {
  "Set-Cookie": Type.String({
    description: `The cookie, for ${tokenDays} days. Over https its name begins with \`__Host-\`, and where \`BASE_URL\` has a path with \`__Secure-\`.`,
    examples: [`footfall_session=1766…; Max-Age=${tokenLifeS}; Path=/; HttpOnly; SameSite=Lax`],
  }),
};

/** The cookie of a session, opened by a key or by a person. */
export const sessionCookie = "footfall_session";

/** The cookie by which a browser is known that has signed in to an account before. */
export const deviceCookie = "footfall_device";

/** Returns the name of the cookie that holds the token of an unlock, of a domain or of a link. */
export function unlockCookie(unlocked: string): string {
  return `footfall_unlock_${unlocked}`;
}

/** The tokens that the answers to requests set, by the names of their cookies. */
const newTokens = new WeakMap<FastifyRequest, Map<string, string>>();

/**
 * Returns the token in a cookie, or "" if the request has no such cookie. A token that the answer
 * sets counts already.
 */
export function readToken(request: FastifyRequest, cookie: string): string {
  const newToken = newTokens.get(request)?.get(cookie);
  if (newToken !== undefined) return newToken;
  const { cookie: header = "" } = request.headers;
  return request.server.parseCookie(header)[nameOf(request, cookie)] ?? "";
}

export function setToken(
  reply: FastifyReply,
  cookie: string,
  token: string,
  lifeS = tokenLifeS,
): void {
  const { request } = reply;
  reply.setCookie(nameOf(request, cookie), token, { ...attributes(request), maxAge: lifeS });
  newTokens.set(request, new Map(newTokens.get(request)).set(cookie, token));
}

export function clearToken(reply: FastifyReply, cookie: string): void {
  reply.clearCookie(nameOf(reply.request, cookie), attributes(reply.request));
}

function attributes(request: FastifyRequest) {
  // Other programs of the host do not get the cookie, and may have another of the same name.
  const path = request.server.basePath || "/";
  return { path, httpOnly: true, sameSite: "lax", secure: isHttps(request) } as const;
}

/**
 * Returns the name of a cookie as browsers see it. With a prefix, they accept the cookie only over
 * https. With `__Host-` they accept it only from this host, and not from a neighbouring host; but
 * such a cookie cannot have a path.
 */
function nameOf(request: FastifyRequest, cookie: string): string {
  if (!isHttps(request)) return cookie;
  return `${request.server.basePath === "" ? "__Host" : "__Secure"}-${cookie}`;
}

function isHttps({ protocol, server }: FastifyRequest): boolean {
  return server.isHttpsOutside || protocol === "https";
}
