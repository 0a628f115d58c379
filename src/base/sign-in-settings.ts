import { StartRefused } from "./errors.ts";
import { isIpOrRange } from "./net/ip-address.ts";

/** The settings of signing in, as the environment has them. */
export interface SignInVariables {
  readonly BASE_URL?: string;
  readonly OIDC_ISSUER?: string;
  readonly OIDC_CLIENT_ID?: string;
  readonly OIDC_CLIENT_SECRET?: string;
  readonly OIDC_EMAIL_DOMAINS?: string;
  readonly OIDC_OWNERS?: string;
  readonly OIDC_TRUST_EMAIL: "on" | "off";
  readonly SIGN_UP: "off" | "member";
  readonly PASSWORDS: "on" | "off";
  readonly AUTH_PROXY_HEADER?: string;
  readonly AUTH_PROXY?: string;
}

/** The same settings as the program uses them. */
export interface SignInSettings {
  /** In lower case. None means every domain. */
  readonly OIDC_EMAIL_DOMAINS: readonly string[];
  /** In lower case. */
  readonly OIDC_OWNERS: readonly string[];
  /** Addresses and CIDR ranges of the peers whose header is believed. */
  readonly AUTH_PROXY: readonly string[];
}

const issuerForm = "must be an https address without a query, or an http one of this machine";
const proxyForm = "must be addresses and CIDR ranges, and not everybody";

/** Pairs of settings: the second must be set where the first is. */
const needed = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID"],
  ["OIDC_ISSUER", "OIDC_CLIENT_SECRET"],
  ["OIDC_ISSUER", "BASE_URL"],
  ["OIDC_CLIENT_ID", "OIDC_ISSUER"],
  ["OIDC_CLIENT_SECRET", "OIDC_ISSUER"],
  ["OIDC_EMAIL_DOMAINS", "OIDC_ISSUER"],
  ["OIDC_OWNERS", "OIDC_ISSUER"],
  ["AUTH_PROXY_HEADER", "AUTH_PROXY"],
  ["AUTH_PROXY", "AUTH_PROXY_HEADER"],
] as const;

/** Returns the lists of the settings. Throws `StartRefused` if some do not go together. */
export function readSignIn(variables: SignInVariables): SignInSettings {
  const { OIDC_ISSUER, SIGN_UP, PASSWORDS, AUTH_PROXY_HEADER } = variables;
  if (OIDC_ISSUER !== undefined && !isIssuer(OIDC_ISSUER)) {
    throw new StartRefused(`OIDC_ISSUER ${issuerForm}`);
  }
  for (const [name, other] of needed) {
    if (variables[name] !== undefined && variables[other] === undefined) {
      throw new StartRefused(`${other} must be set when ${name} is`);
    }
  }
  if (OIDC_ISSUER === undefined && variables.OIDC_TRUST_EMAIL === "on") {
    throw new StartRefused("OIDC_TRUST_EMAIL must be off without OIDC_ISSUER");
  }
  const hasOther = OIDC_ISSUER !== undefined || AUTH_PROXY_HEADER !== undefined;
  if (!hasOther && SIGN_UP !== "off") {
    throw new StartRefused("SIGN_UP must be off without OIDC_ISSUER and AUTH_PROXY_HEADER");
  }
  if (!hasOther && PASSWORDS === "off") {
    throw new StartRefused("PASSWORDS must be on without OIDC_ISSUER and AUTH_PROXY_HEADER");
  }
  const domains = list(variables.OIDC_EMAIL_DOMAINS?.toLowerCase());
  const owners = list(variables.OIDC_OWNERS?.toLowerCase());
  const isLetIn = (owner: string) => domains.includes(owner.slice(owner.lastIndexOf("@") + 1));
  if (domains.length > 0 && !owners.every(isLetIn)) {
    throw new StartRefused("OIDC_OWNERS must have addresses in OIDC_EMAIL_DOMAINS alone");
  }
  const peers = list(variables.AUTH_PROXY);
  // A range of everybody would let everybody be anybody.
  if (peers.some((peer) => !isIpOrRange(peer) || peer.endsWith("/0"))) {
    throw new StartRefused(`AUTH_PROXY ${proxyForm}`);
  }
  return { OIDC_EMAIL_DOMAINS: domains, OIDC_OWNERS: owners, AUTH_PROXY: peers };
}

function list(text = ""): string[] {
  return text === "" ? [] : text.split(",").map((entry) => entry.trim());
}

/** Returns whether nobody on the way can read or change what the issuer says. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
