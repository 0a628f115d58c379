import type { Config } from "../../base/config.ts";
import type { ExternalSignIn } from "../../http/access/external-sign-in.ts";

/** Returns the ways to sign in that the settings have beside keys and passwords. */
export function externalSignIn(config: Config): ExternalSignIn {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, BASE_URL, AUTH_PROXY_HEADER } = config;
  const hasProvider =
    OIDC_ISSUER !== undefined &&
    OIDC_CLIENT_ID !== undefined &&
    OIDC_CLIENT_SECRET !== undefined &&
    BASE_URL !== undefined;
  return {
    rules: {
      signUp: config.SIGN_UP,
      emailDomains: config.OIDC_EMAIL_DOMAINS,
      owners: config.OIDC_OWNERS,
    },
    oidc: hasProvider
      ? {
          issuer: OIDC_ISSUER,
          clientId: OIDC_CLIENT_ID,
          clientSecret: OIDC_CLIENT_SECRET,
          baseUrl: BASE_URL,
          trustsEmail: config.OIDC_TRUST_EMAIL === "on",
        }
      : undefined,
    proxy:
      AUTH_PROXY_HEADER === undefined
        ? undefined
        : { header: AUTH_PROXY_HEADER, peers: config.AUTH_PROXY },
    takesPasswords: config.PASSWORDS === "on",
  };
}
