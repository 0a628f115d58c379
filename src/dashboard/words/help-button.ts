import { translated } from "./language.ts";

/** The text of the button that explains something. */
export const helpWords = translated("help-button", {
  about: (name: string) => `About ${name}`,
});
