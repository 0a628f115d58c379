import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";

import { tokenDays, tokenLifeS } from "./signed-tokens.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Whether people reach this server by https, also where no proxy says so. */
    isHttpsOutside: boolean;
  }
}

/** The header of answers that set one, for the API's description. */
export const SetsCookie = {
  "Set-Cookie": Type.String({
    description: `The cookie, for ${tokenDays} days. Over https its name begins with \`__Host-\`.`,
    examples: [`footfall_session=1766…; Max-Age=${tokenLifeS}; Path=/; HttpOnly; SameSite=Lax`],
  }),
};

/** The cookies that carry passes: one of the owner, and one of each website that was unlocked. */
export const ownerCookie = "footfall_session";
export function websiteCookie(domain: string): string {
  return `footfall_unlock_${domain}`;
}

/** The pass in a cookie; "" without one. */
export function readToken(request: FastifyRequest, cookie: string): string {
  const { cookie: header = "" } = request.headers;
  return request.server.parseCookie(header)[nameOf(request, cookie)] ?? "";
}

export function setToken(reply: FastifyReply, cookie: string, pass: string): void {
  reply.setCookie(nameOf(reply.request, cookie), pass, {
    ...attributes(reply.request),
    maxAge: tokenLifeS,
  });
}

export function clearToken(reply: FastifyReply, cookie: string): void {
  reply.clearCookie(nameOf(reply.request, cookie), attributes(reply.request));
}

function attributes(request: FastifyRequest) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(request) } as const;
}

/** With the prefix a browser takes the cookie from this host over https alone, and not from a neighbouring one. */
function nameOf(request: FastifyRequest, cookie: string): string {
  return isHttps(request) ? `__Host-${cookie}` : cookie;
}

function isHttps({ protocol, server }: FastifyRequest): boolean {
  return server.isHttpsOutside || protocol === "https";
}
