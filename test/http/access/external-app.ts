import type { LightMyRequestResponse } from "fastify";

import { pino } from "pino";
import type { SignInRules } from "../../../src/access/admission.ts";
import { type AuditEntry, createAuditLog } from "../../../src/access/audit.ts";
import type { Person } from "../../../src/access/person.ts";
import { hashOf } from "../../../src/access/secret.ts";
import type { StoredAccess } from "../../../src/access/stored-access.ts";
import { noteAccess } from "../../../src/http/access/access-audit.ts";
import type { AuthProxySettings } from "../../../src/http/access/auth-proxy.ts";
import { WebsiteSet } from "../../../src/websites/website-set.ts";
import { openAccess } from "../../access/memory-access.ts";
import type { Fakes } from "../../helpers/app.ts";
import { clientId, clientSecret } from "../../helpers/oidc-client.ts";
import { type Cookies, cookiesOf, type SharingApp, startSharing } from "../access-app.ts";

export const baseUrl = "https://stats.test";
export const redirectUri = `${baseUrl}/session/oidc/callback`;
export const sessionCookie = "__Host-footfall_session";

export interface ExternalOptions {
  readonly issuer?: string;
  /** The path of this server's address. */
  readonly basePath?: string;
  readonly timeLimitS?: number;
  readonly trustsEmail?: boolean;
  readonly rules?: Partial<SignInRules>;
  readonly proxy?: AuthProxySettings;
  readonly takesPasswords?: boolean;
  readonly fakes?: Fakes;
}

export interface ExternalApp extends Omit<SharingApp, "signIn" | "unlock"> {
  readonly access: StoredAccess;
  /** The lines of the log. */
  readonly lines: { readonly where: object; readonly text: string }[];
  /** The entries of the audit list. */
  readonly entries: AuditEntry[];
  people(): readonly Person[];
  /** Returns the person whose session the cookies hold; undefined without one. */
  signedIn(cookies: Cookies): Person | undefined;
}

/** Starts the application with people, a provider and a proxy in front. */
export async function startExternal(options: ExternalOptions = {}): Promise<ExternalApp> {
  const { issuer, timeLimitS, trustsEmail = false, rules, proxy, fakes } = options;
  const { takesPasswords = true } = options;
  const ownUrl = `${baseUrl}${options.basePath ?? ""}`;
  const lines: { where: object; text: string }[] = [];
  const entries: AuditEntry[] = [];
  const audit = async (entry: AuditEntry) => void entries.push(entry);
  const storeEntry = createAuditLog({ audit: { append: audit }, now: Date.now, logger: pino() });
  const websites = { all: new WebsiteSet() };
  const access = await openAccess(
    [],
    noteAccess(storeEntry, () => websites),
  );
  const sharing = await startSharing({
    baseUrl: ownUrl,
    audit,
    access,
    warn: (where, text) => void lines.push({ where, text }),
    ...fakes,
    external: {
      rules: { signUp: "off", emailDomains: [], owners: [], ...rules },
      oidc:
        issuer === undefined
          ? undefined
          : { issuer, clientId, clientSecret, baseUrl: ownUrl, timeLimitS, trustsEmail },
      proxy,
      takesPasswords,
    },
  });
  return {
    ...sharing,
    access,
    lines,
    entries,
    people: () => access.all.list("person").map(({ content }) => content),
    signedIn: (cookies) => {
      const session = access.all.findByHash("session", hashOf(cookies[sessionCookie] ?? ""));
      return session && access.all.find("person", session.content.personId)?.content;
    },
  };
}

/** A browser with cookies of the application and of a provider. */
export class Browser {
  cookies: Cookies = {};
  readonly #ask: SharingApp["ask"];
  readonly #providerCookies = new Map<string, string>();

  constructor({ ask }: Pick<SharingApp, "ask">) {
    this.#ask = ask;
  }

  /** Resolves with the answer to a request, and takes over its cookies. */
  async open(path: string): Promise<LightMyRequestResponse> {
    const reply = await this.#ask(path, {
      cookies: this.cookies,
      headers: { accept: "text/html" },
    });
    const all = { ...this.cookies, ...cookiesOf(reply) };
    this.cookies = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    return reply;
  }

  /** Goes to the provider and resolves with the path that the provider sends the browser to. */
  async visitProvider(): Promise<string> {
    const reply = await this.open("/session/oidc");
    let url = String(reply.headers.location);
    while (!url.startsWith(baseUrl)) {
      const cookie = [...this.#providerCookies].map((pair) => pair.join("=")).join("; ");
      const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#providerCookies.set(name, value);
      }
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
      url = new URL(location, url).href;
    }
    return url.slice(baseUrl.length);
  }

  /** Signs in, and resolves with the answer to the callback. */
  async signIn(): Promise<LightMyRequestResponse> {
    return this.open(await this.visitProvider());
  }
}
