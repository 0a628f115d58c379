/** The text of the button that explains something. */
export const helpWords = {
  about: (name: string) => `About ${name}`,
} as const;
