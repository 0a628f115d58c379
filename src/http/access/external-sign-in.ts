import type { SignInRules } from "../../access/admission.ts";
import type { AuthProxySettings } from "./auth-proxy.ts";
import type { OidcSettings } from "./oidc-client.ts";

/** The settings of signing in by other means than keys and passwords. */
export interface ExternalSignIn {
  readonly rules: SignInRules;
  /** Undefined without a provider. */
  readonly oidc?: OidcSettings | undefined;
  /** Undefined without a proxy. */
  readonly proxy?: AuthProxySettings | undefined;
  /** Whether people can sign in with passwords, too. */
  readonly takesPasswords: boolean;
}

/** Returns whether a provider or a proxy finds people by their e-mail addresses. */
export function findsByEmail({ oidc, proxy }: Partial<ExternalSignIn> = {}): boolean {
  return oidc !== undefined || proxy !== undefined;
}
