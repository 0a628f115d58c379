import { translated } from "./language.ts";

/** The texts of the pages that links in e-mails lead to. */
export const linkPagesWords = translated("link-pages", {
  invitation: {
    title: "Welcome to Footfall",
    hint: "Choose a name and a password. Then you are signed in.",
    action: "Create account",
  },
  start: {
    title: "Welcome to Footfall",
    hint: "You become the first owner. Then you are signed in.",
    action: "Create account",
  },
  reset: {
    title: "New password",
    hint: "A new password signs you out everywhere else.",
    action: "Save and sign in",
  },
  name: "Your name",
  email: "E-mail address",
  password: "Password",
  isMissing: "This page needs the whole link that you were sent. Please open the link again.",
  isOver:
    "This link is no longer valid. Each works once, and for a limited time. Ask an owner for a new one.",
  signIn: "Sign in",
});
