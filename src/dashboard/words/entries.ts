import { translated } from "./language.ts";

/** The texts of the buttons beside an entry of a list, and of the dialogs that they open. */
export const entriesWords = translated("entries", {
  change: "Change",
  delete: "Delete",
  /** For those who do not see the name beside the button. */
  changeNamed: (name: string) => `Change ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
});
