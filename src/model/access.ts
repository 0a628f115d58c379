import { type Static, Type } from "typebox";

/** What signs an owner in. */
export const SignIn = Type.Object(
  {
    key: Type.String({
      maxLength: 1_000,
      description: "An API key.",
      examples: ["H7df8n406dNDj2wQp6vxa8PNxYbApHg9"],
      errorMessage: "must be an API key",
    }),
  },
  { title: "SignIn" },
);
export type SignIn = Static<typeof SignIn>;

/** What unlocks a website. */
export const Unlock = Type.Object(
  {
    password: Type.String({
      maxLength: 1_000,
      description: "The website's password.",
      examples: ["correct horse battery staple"],
      errorMessage: "must be text of at most 1,000 characters",
    }),
  },
  { title: "Unlock" },
);
export type Unlock = Static<typeof Unlock>;

/** A website as its viewers see it. */
export const SharedWebsite = Type.Object(
  {
    domain: Type.String({ description: "Its domain.", examples: ["example.com"] }),
    timezone: Type.String({
      description: "IANA name of the time zone of its days.",
      examples: ["Europe/Berlin"],
    }),
  },
  { title: "SharedWebsite" },
);
