import type { SignInRules } from "../../access/external-sign-in.ts";
import type { AuthProxySettings } from "./auth-proxy.ts";
import type { OidcSettings } from "./oidc-client.ts";

/** The ways to sign in without a key and a password of this server. */
export interface ExternalSignIn {
  readonly rules: SignInRules;
  /** Undefined without a provider. */
  readonly oidc?: OidcSettings | undefined;
  /** Undefined without a proxy. */
  readonly proxy?: AuthProxySettings | undefined;
}
