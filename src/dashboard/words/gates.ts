import { translated } from "./language.ts";

/** The texts of the pages at which people identify themselves. */
export const gatesWords = translated("gates", {
  signIn: "Sign in",
  forgotten: "Forgot your password?",
  apiKey: "API key",
  apiKeyHint:
    "The key that Footfall showed at its first start. It is also in the file data/api-key.",
  email: "E-mail address",
  password: "Password",
  sendLink: "Send a link",
  linkSent:
    "If somebody signs in with this address, a link for a new password is on its way. If none comes, ask an owner for one.",
  back: "Back to signing in",
  otherWays: "Other ways to sign in",
  useKey: "Use an API key",
  locked: "These statistics are protected by a password.",
  unlock: "Show statistics",
});
