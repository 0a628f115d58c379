import { expect } from "vitest";
import type { Reply, RequestOptions, TestFootfall } from "../../helpers/footfall.ts";

/** The headers by which a request is that of a caller. */
export type CallerHeaders = Readonly<Record<string, string>>;

export const password = "correct horse battery staple";
/** Says, as browsers do, that a request comes from a page of this server. */
export const ownPage = { "sec-fetch-site": "same-origin" } as const;
/** No caller at all. */
export const nobody: CallerHeaders = {};

/** Sends a request of a caller. */
export function askAs(
  footfall: TestFootfall,
  caller: CallerHeaders,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  return footfall.request(path, {
    ...options,
    key: false,
    headers: { ...options.headers, ...caller },
  });
}

/** Makes a key, and resolves with its record, which has the secret as `key`. */
export async function makeKey(
  footfall: TestFootfall,
  fields: object,
): Promise<{ id: number; key: string; headers: CallerHeaders }> {
  const body = { name: "A key", may: ["read"], websites: "all", ...fields };
  const reply = await footfall.request("/api/v1/keys", { body });
  expect([reply.status, reply.text]).toEqual([201, expect.anything()]);
  const { data } = reply.json;
  return { ...data, headers: { authorization: `Bearer ${data.key}` } };
}

/** Invites a person, and resolves with its id and the token of the link. */
export async function invite(
  footfall: TestFootfall,
  fields: object,
): Promise<{ id: number; email: string; token: string }> {
  const body = { role: "member", grants: [], name: "Ada", ...fields };
  const reply = await footfall.request("/api/v1/people", { body });
  expect([reply.status, reply.text]).toEqual([201, expect.anything()]);
  const { data, link } = reply.json;
  return { ...data, token: tokenOf(link.url) };
}

/** Returns the token of a link for a person. */
export function tokenOf(url: string): string {
  return new URL(url).hash.slice(1);
}

/** Accepts an invitation, and resolves with the headers of the session. */
export async function accept(footfall: TestFootfall, token: string): Promise<CallerHeaders> {
  const body = { token, password };
  const reply = await footfall.request("/session/invitation", { body, key: false });
  expect([reply.status, reply.text]).toEqual([204, ""]);
  return sessionOf(reply);
}

/** Invites a person who accepts. Resolves with the id and the headers of its session. */
export async function join(
  footfall: TestFootfall,
  fields: object,
): Promise<{ id: number; email: string; headers: CallerHeaders }> {
  const { id, email, token } = await invite(footfall, fields);
  return { id, email, headers: await accept(footfall, token) };
}

/** Returns the headers of a browser that got this answer. */
export function sessionOf(reply: Reply): CallerHeaders {
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const session = cookies.find((cookie) => /^(?:__Host-)?footfall_session=/.test(cookie));
  expect(session).toBeDefined();
  return { cookie: session ?? "", ...ownPage };
}
