import type { SignInRefusal } from "../../access/admission.ts";
import type { OidcFailure } from "./oidc-failure.ts";

/** The title of the page of a sign-in that did not succeed. */
export const title = "You are not signed in";
export const back = "Back to the start";

/** The status and the sentences for each reason. */
export const answers: Readonly<Record<OidcFailure | SignInRefusal, readonly [number, string]>> = {
  expired: [
    400,
    "This sign-in began more than ten minutes ago, or in another browser, or it is over already. Begin again.",
  ],
  state: [400, "This answer belongs to another sign-in. Begin again, and use one tab alone."],
  code: [400, "This sign-in was used already, or took too long. Begin again."],
  declined: [403, "The sign-in was declined at the provider."],
  clock: [
    502,
    "The clocks of this server and of the provider differ, so their messages look expired. Ask the person who runs this server to correct the clock.",
  ],
  timeout: [504, "The provider does not answer in time. Try again later."],
  unreachable: [502, "This server cannot reach the provider. Try again later."],
  secret: [
    502,
    "The provider refuses the id or the secret of this server. The person who runs this server can compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with those at the provider.",
  ],
  provider: [
    502,
    "The provider's answer cannot be used. The person who runs this server finds the reason in its log.",
  ],
  disabled: [403, "Your account is disabled here. Ask an owner of this server."],
  domain: [403, "People with your e-mail address cannot sign in here this way."],
  uninvited: [403, "You have no account here. Ask an owner of this server to invite you."],
  "no-email": [403, "The provider tells no e-mail address of yours, so nobody knows who you are."],
  "unverified-email": [
    403,
    "The provider does not say that your e-mail address is verified. Verify it there, and begin again. If it is, the provider must send the claim email_verified: ask the person who runs this server.",
  ],
  "other-account": [
    403,
    "Your e-mail address belongs to a person here who signs in with another account of the provider. Ask an owner of this server.",
  ],
  full: [403, "This server has as many people as it can have. Ask an owner to delete some."],
};
