import { type Static, Type } from "typebox";

import { personEmailPattern } from "../base/email-address.ts";
import { fieldError } from "../base/field-errors.ts";
import { roles, shareReports } from "./choices.ts";
import {
  emailCharactersMax,
  nameCharactersMax,
  passwordCharactersMax,
  personPasswordCharactersMax,
  personPasswordCharactersMin,
} from "./limits.ts";
import { nameOf } from "./text.ts";
import { today } from "./website.ts";

const wrongKey = { errorMessage: fieldError("api_key") };
const token = Type.String({
  maxLength: 100,
  description: "The text behind `#` in the link.",
  examples: ["u3bA0nVJ0h7cM2x9l5t8yQw1EoRzKdPfGsHjXvTiNbU"],
  errorMessage: "must be the text behind # in the link",
});
const password = {
  description: "The person's password. It must not be the e-mail address.",
  examples: ["correct horse battery staple"],
};
const newPassword = Type.String({
  ...password,
  minLength: personPasswordCharactersMin,
  maxLength: personPasswordCharactersMax,
  errorMessage: fieldError("text_length", {
    min: personPasswordCharactersMin,
    max: personPasswordCharactersMax,
  }),
});
const email = Type.String({
  pattern: `^${personEmailPattern}$`,
  maxLength: emailCharactersMax,
  trims: true,
  description: "E-mail address; compared without regard to case.",
  examples: ["ada@example.com"],
  errorMessage: fieldError("email", { max: emailCharactersMax }),
});
const personName = nameOf(nameCharactersMax, {
  description: "Name of the person.",
  examples: ["Ada Lovelace"],
});

/** The fields of people, for `person.ts`. */
export const personFields = { email, name: personName, newPassword };

/** The body of a request that signs somebody in: a key, or an e-mail address and a password. */
export const SignIn = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        ...wrongKey,
        maxLength: 1_000,
        description: "An API key.",
        examples: ["H7df8n406dNDj2wQp6vxa8PNxYbApHg9"],
      }),
    ),
    email: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: "The e-mail address of a person, instead of a key.",
        examples: ["ada@example.com"],
        errorMessage: fieldError("email", { max: 1_000 }),
      }),
    ),
    password: Type.Optional(
      Type.String({
        ...password,
        maxLength: passwordCharactersMax,
        errorMessage: fieldError("text_max", { max: passwordCharactersMax }),
      }),
    ),
  },
  { title: "SignIn", description: "An API key, or an e-mail address and a password." },
);
export type SignIn = Static<typeof SignIn>;

/** The body of a request that accepts an invitation. */
export const AcceptInvitation = Type.Object(
  { token, name: Type.Optional(personName), password: newPassword },
  { title: "AcceptInvitation", description: "The invitation, and the password to be." },
);

/** The body of a request that reads an invitation. */
export const ReadInvitation = Type.Object(
  { token },
  { title: "ReadInvitation", description: "The invitation." },
);

/** The texts of an invitation, for the person who has it. */
export const Invitation = Type.Object(
  {
    name: Type.String({
      description: "Name of the person; empty until somebody gives one.",
      examples: ["Kim Weber"],
    }),
    email: Type.String({ description: "E-mail address.", examples: ["kim@example.com"] }),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: "Name of the person who invites; null if a key does.",
      examples: ["Ada Lovelace"],
    }),
    role: Type.Enum([...roles], { description: "`owner` or `member`." }),
    websites: Type.Union([Type.Literal("all"), Type.Array(Type.String())], {
      description: 'Domains of the websites that the person will see, or "all".',
      examples: [["example.com"]],
    }),
  },
  { title: "Invitation", description: "Who invites whom, and to what." },
);
export type Invitation = Static<typeof Invitation>;

/** The body of a request that makes the first owner. */
export const FirstOwner = Type.Object(
  { token, email, name: personName, password: newPassword },
  { title: "FirstOwner", description: "The address that the start prints, and who is the owner." },
);

/** The body of a request that sets a new password with a link. */
export const NewPassword = Type.Object(
  { token, password: newPassword },
  { title: "NewPassword", description: "The link, and the password to be." },
);

/** The body of a request for a mail with a link for a new password. */
export const ForgottenPassword = Type.Object(
  { email },
  { title: "ForgottenPassword", description: "Whose password was forgotten." },
);

/** The body of a request that unlocks a website or a shared link. */
export const Unlock = Type.Object(
  {
    password: Type.String({
      maxLength: passwordCharactersMax,
      description: "The password of the website or the link.",
      examples: ["correct horse battery staple"],
      errorMessage: fieldError("text_max", { max: passwordCharactersMax }),
    }),
  },
  { title: "Unlock" },
);
export type Unlock = Static<typeof Unlock>;

/** The part of a website's record that viewers see. */
export const SharedWebsite = Type.Object(
  {
    domain: Type.String({ description: "Domain of the website.", examples: ["example.com"] }),
    domain_unicode: Type.String({
      description: "The domain as people write it.",
      examples: ["münchen.de"],
    }),
    timezone: Type.String({
      description: "IANA name of the time zone that its days follow.",
      examples: ["Europe/Berlin"],
    }),
    today,
  },
  { title: "SharedWebsite" },
);
export type SharedWebsite = Static<typeof SharedWebsite>;

/** The part of a website's record that viewers of a shared link see, and what the link shows. */
export const LinkedWebsite = Type.Object(
  {
    ...SharedWebsite.properties,
    reports: Type.Array(Type.Enum([...shareReports]), {
      description: "The reports that the link shows. Others are 404.",
      examples: [["overview", "goals"]],
    }),
    segment: Type.Union([Type.String(), Type.Null()], {
      description: "Name of the segment whose visitors the link shows; null for all visitors.",
      examples: ["Germans"],
    }),
  },
  { title: "LinkedWebsite" },
);
export type LinkedWebsite = Static<typeof LinkedWebsite>;
