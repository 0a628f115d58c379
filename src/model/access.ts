import { type Static, Type } from "typebox";

/** The body of a request that signs an owner in. */
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

/** The body of a request that unlocks a website. */
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

/** The part of a website's record that viewers see. */
export const SharedWebsite = Type.Object(
  {
    domain: Type.String({ description: "Domain of the website.", examples: ["example.com"] }),
    timezone: Type.String({
      description: "IANA name of the time zone that its days follow.",
      examples: ["Europe/Berlin"],
    }),
  },
  { title: "SharedWebsite" },
);
