import { translated } from "./language.ts";

/** The texts of a page that is not there, and of one that has no name. */
export const noPageWords = translated("no-page", {
  window: "Not found",
  title: "Page not found",
  user: "You have no website with this domain.",
  stranger: "There are no public statistics at this address. If the website is yours, sign in.",
  websites: "All websites",
  signIn: "Sign in",
  shared: "Shared statistics",
});
