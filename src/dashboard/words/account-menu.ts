import { translated } from "./language.ts";

/** The texts of the menu of the account, and the names of its pages. */
export const accountMenuWords = translated("account-menu", {
  title: "Account",
  account: "Account",
  people: "People",
  keys: "Keys",
  audit: "Audit",
  rootKey: "API key",
  withKey: (name: string) => `Signed in with the key ${name}`,
  withRootKey: "Signed in with an API key",
  /** Opens the command palette, where there are no keys for it. */
  palette: "Go to …",
  signOut: "Sign out",
});
