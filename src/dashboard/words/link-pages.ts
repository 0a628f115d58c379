import { translated } from "./language.ts";
import { format } from "./reader.ts";

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
  /** A person invites the reader to one website. */
  invitesTo: (who: string, email: string, domain: string) =>
    `${who} invites ${email} to ${domain}.`,
  /** A person invites the reader. What the reader will see follows. */
  invites: (who: string, email: string) => `${who} invites ${email}.`,
  /** The same where no person invites. */
  invitedTo: (email: string, domain: string) => `${email} is invited to ${domain}.`,
  invited: (email: string) => `${email} is invited.`,
  asOwner: "As an owner you will see and change everything.",
  toAll: "You will see all websites.",
  toSome: (domains: readonly string[]) => `You will see ${format.list(domains, "and")}.`,
  name: "Your name",
  email: "E-mail address",
  password: "Password",
  isMissing: "This page needs the whole link that you were sent. Please open the link again.",
  isOver:
    "This link is no longer valid. Each works once, and for a limited time. Ask an owner for a new one.",
  signIn: "Sign in",
});
