import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { createLoginLimiter, type LoginLimiter } from "../../../src/http/access/login-limiter.ts";
import { type Fakes, startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

export const password = "correct horse battery staple";
export const email = "ada@example.com";

/** The application with cheap passwords, and the checks of them so far. */
export interface PeopleApp {
  readonly app: FastifyInstance;
  /** The hashes with which passwords were compared. */
  readonly checks: string[];
  /** The targets that were counted, with what was attempted. */
  readonly counted: string[];
  /** Milliseconds that the application's clock is ahead of the real one. Tests may change it. */
  readonly clock: { aheadMs: number };
  /** Sends a request of the owner of the root key. */
  root(method: string, path: string, body?: object): Promise<LightMyRequestResponse>;
  /** Sends a request of the page of a person who has joined. */
  as(
    cookies: Record<string, string>,
    method: string,
    path: string,
    body?: object,
  ): Promise<LightMyRequestResponse>;
  /** Sends a form as a browser, from address 192.0.2.1 unless the options name another. */
  post(path: string, body: object, options?: InjectOptions): Promise<LightMyRequestResponse>;
  /** Invites a person who accepts. Resolves with its id and the cookies of the browser. */
  join(fields?: object): Promise<{ id: number; cookies: Record<string, string> }>;
}

/** Starts the application. Its hash of a password is the password with `plain:` before it. */
export async function startPeople(
  fakes: Fakes & Partial<Pick<LoginLimiter, "checkPassword">> = {},
): Promise<PeopleApp> {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const checks: string[] = [];
  const counted: string[] = [];
  const real = createLoginLimiter(now);
  const loginLimiter: LoginLimiter = {
    ...real,
    countAttempt(attempt, target) {
      counted.push(`${attempt} ${target}`);
      return real.countAttempt(attempt, target);
    },
    async checkPassword(text, hash, ...how) {
      checks.push(hash);
      return fakes.checkPassword?.(text, hash, ...how) ?? hash === `plain:${text}`;
    },
    hashPassword: async (text) => `plain:${text}`,
  };
  const { app } = await startApp({ now, loginLimiter, ...fakes });
  const post = (url: string, body: object, options: InjectOptions = {}) =>
    app.inject({
      method: "POST",
      url,
      body,
      remoteAddress: "192.0.2.1",
      ...options,
    });
  const root = (method: string, url: string, body?: object) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return app.inject({ method: method as "GET", url, headers, ...(body && { body }) });
  };
  return {
    app,
    checks,
    counted,
    clock,
    root,
    post,
    as: (cookies, method, url, body) =>
      app.inject({
        method: method as "GET",
        url,
        cookies,
        headers: { "sec-fetch-site": "same-origin" },
        ...(body && { body }),
      }),
    async join(fields = {}) {
      const body = { email, name: "Ada", role: "member", grants: [], ...fields };
      const { data, link } = (await root("POST", "/api/v1/people", body)).json();
      const token = new URL(link.url).hash.slice(1);
      const reply = await post("/session/invitation", { token, password });
      const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
      return { id: data.id, cookies };
    },
  };
}
