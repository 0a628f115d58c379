import { randomBytes, scryptSync } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { OutgoingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";

import { type Fakes, startApp } from "../helpers/app.ts";
import { cleanUp } from "../helpers/clean-up.ts";
import { apiKey } from "../helpers/footfall.ts";

export const password = "correct horse";

/** One domain for each privacy, and one that belongs to no website. */
export const domains = {
  public: "public.test",
  private: "private.test",
  locked: "locked.test",
  unknown: "unknown.test",
} as const;

export interface SharingApp {
  readonly app: FastifyInstance;
  /** Milliseconds that the application's clock is ahead of the real one. Tests may change it. */
  readonly clock: { aheadMs: number };
  /** Sends a request from address 192.0.2.1, unless the options name another one. */
  ask(path: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  post(path: string, form: object, options?: InjectOptions): Promise<LightMyRequestResponse>;
  /** Resolves with the cookies that a browser holds after signing in. */
  signIn(key?: string): Promise<Cookies>;
  /** Resolves with the cookies that a browser holds after unlocking the locked website. */
  unlock(): Promise<Cookies>;
}

export type Cookies = Readonly<Record<string, string>>;

/** Starts the application with websites of every privacy and a built dashboard. */
export async function startSharing(fakes: Fakes = {}): Promise<SharingApp> {
  const clock = { aheadMs: 0 };
  const passwordHash = cheapHash(password);
  const { app } = await startApp({
    websites: [
      { id: 1, domain: domains.public, privacy: "public", timezone: "Europe/Berlin" },
      { id: 2, domain: domains.private, privacy: "private" },
      { id: 3, domain: domains.locked, privacy: "password", passwordHash },
    ],
    dashboardDirectory: await buildDashboard(),
    now: () => Date.now() + clock.aheadMs,
    ...fakes,
  });
  const ask = (url: string, options: InjectOptions = {}) =>
    app.inject({ url, remoteAddress: "192.0.2.1", ...options });
  const post = (path: string, form: object, options: InjectOptions = {}) =>
    ask(path, {
      method: "POST",
      body: new URLSearchParams(Object.entries(form)).toString(),
      ...options,
      headers: { "content-type": "application/x-www-form-urlencoded", ...options.headers },
    });
  return {
    app,
    clock,
    ask,
    post,
    signIn: async (key = apiKey) => cookiesOf(await post("/session", { key })),
    unlock: async () => cookiesOf(await post(`/shared/${domains.locked}/unlock`, { password })),
  };
}

export function cookiesOf({ cookies }: LightMyRequestResponse): Cookies {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** Returns everything that tells two answers apart, except the time of day. */
export function wholeAnswer(reply: LightMyRequestResponse): {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
} {
  const { date, ...headers } = reply.headers;
  return { status: reply.statusCode, headers, body: reply.body };
}

/** Resolves with a directory that looks as the build leaves it. */
async function buildDashboard(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-dashboard-"));
  cleanUp(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "assets"));
  const html = '<!doctype html><html lang="en" data-view="sign-in"><script src="./assets/a.js">';
  await writeFile(join(directory, "index.html"), html);
  await writeFile(join(directory, "assets", "a-1234.js"), "start();");
  await writeFile(join(directory, "assets", "a-1234.css"), "a{}");
  await writeFile(join(directory, "assets", "style-own_-123.css"), "b{}");
  await writeFile(join(directory, "assets", "large-1234.js"), "start();".repeat(1_000));
  return directory;
}

/** Returns a hash in the real form, at a cost that a test has time for. */
export function cheapHash(text: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(text, salt, 32, { N: 1024, r: 8, p: 1 });
  return ["scrypt", 1024, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
}
