import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { languages } from "../base/languages.ts";
import { personFields } from "./access.ts";
import { Actor } from "./api-key.ts";
import { grantLevels, keyRights, roles } from "./choices.ts";
import { deletedAnswer } from "./definition.ts";
import { grantsMax, passwordCharactersMax } from "./limits.ts";
import { oneOf } from "./text.ts";

const { email, name, newPassword } = personFields;
const states = ["invited", "active", "disabled"] as const;

const Grant = Type.Object(
  {
    website_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Literal("all")], {
      description: 'Id of the website, or "all".',
      examples: [1],
    }),
    may: Type.Enum([...grantLevels], { description: "`view`, or `edit`, which is both." }),
  },
  {
    title: "Grant",
    description: "What a member may do on a website.",
    examples: [{ website_id: 1, may: "view" }],
  },
);
const grants = Type.Array(Grant, {
  maxItems: grantsMax,
  description: "The websites that a member sees. An owner sees all.",
  errorMessage: fieldError("grants", { max: grantsMax }),
});
const role = oneOf(roles, {
  description: "`owner` may do everything; `member` what its grants say.",
  examples: ["member"],
});

export const NewPerson = Type.Object(
  { email, name: Type.Optional(name), role, grants: Type.Optional(grants) },
  { title: "NewPerson", description: "Somebody to invite." },
);
export type NewPerson = Static<typeof NewPerson>;

export const PersonUpdate = Type.Partial(
  Type.Object({
    email,
    name,
    role,
    grants,
    state: oneOf(["active", "disabled"], { description: "Whether the person may sign in." }),
  }),
  { title: "PersonUpdate", description: "The fields to change. `grants` is replaced as a whole." },
);
export type PersonUpdate = Static<typeof PersonUpdate>;

export const WebsiteGrant = Type.Object(
  {
    may: oneOf(grantLevels, {
      description: "`view`, or `edit`, which is both.",
      examples: ["view"],
    }),
  },
  { title: "WebsiteGrant", description: "A grant on one website." },
);

const time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T09:30:00Z"] });
const day = (description: string) =>
  Type.Union([Type.String({ format: "date" }), Type.Null()], {
    description,
    examples: ["2026-11-26"],
  });

const personRecord = {
  id: Type.Integer({ description: "Ids rise, and are never reused.", examples: [2] }),
  email: Type.String({ description: "E-mail address.", examples: ["ada@example.com"] }),
  name: Type.String({
    description: "Name; empty until somebody gives one.",
    examples: ["Ada Lovelace"],
  }),
  role: Type.Enum([...roles], { description: "`owner` or `member`." }),
  state: Type.Enum([...states], { description: "`invited` until the person signs in." }),
  grants: Type.Array(Grant, { description: "The websites that a member sees." }),
  created_at: time("Time of the invitation, UTC."),
  last_seen_on: day("The last day on which the person was signed in, UTC."),
  sign_in: Type.Array(Type.Enum(["password", "oidc"]), {
    description: "The ways in which the person can sign in.",
    examples: [["password"]],
  }),
};
export const PersonRecord = Type.Object(personRecord, {
  title: "Person",
  description: "Somebody who signs in.",
});
export type PersonRecord = Static<typeof PersonRecord>;
export const DeletedPerson = deletedAnswer("person", "DeletedPerson");

export const PersonLink = Type.Object(
  {
    url: Type.String({
      description: "The link, for the person alone. It is shown now, and never again.",
      examples: [
        "https://stats.example.com/invitation#u3bA0nVJ0h7cM2x9l5t8yQw1EoRzKdPfGsHjXvTiNbU",
      ],
    }),
    expires_at: time("Time from which on it is not valid."),
    kind: Type.Enum(["invitation", "reset"], { description: "What the link is for." }),
    mailed: Type.Boolean({ description: "Whether it was mailed to the person." }),
  },
  { title: "PersonLink", description: "A link for a person alone." },
);
export type PersonLink = Static<typeof PersonLink>;

const language = Type.Union([Type.Enum([...languages]), Type.Null()], {
  description: "Language of the dashboard; null for the one that the browser asks for.",
  examples: ["de"],
  errorMessage: `must be null or one of ${languages.join(", ")}`,
});

/** A caller, as it sees itself. A person has the fields of its record, too. */
export const Me = Type.Object(
  {
    kind: Type.Enum(["root", "key", "person"], { description: "What the caller is." }),
    name: Type.String({
      description: "Name of the key or the person.",
      examples: ["Ada Lovelace"],
    }),
    may: Type.Array(Type.Enum([...keyRights, "create", "admin"]), {
      description: "What the caller may do on at least one website, or on the server.",
    }),
    websites: Type.Union([Type.Literal("all"), Type.Array(Type.Integer())], {
      description: 'Ids of the websites that it sees, or "all".',
    }),
    ip: Type.String({
      description: "IP address of this request, to exclude one's own visits. It is not stored.",
      examples: ["203.0.113.7"],
    }),
    ...Object.fromEntries(
      Object.entries(personRecord)
        .filter(([field]) => field !== "name")
        .map(([field, schema]) => [field, Type.Optional(schema)]),
    ),
    language: Type.Optional(language),
  },
  { title: "Me", description: "The caller itself." },
);

export const MeUpdate = Type.Object(
  {
    name: Type.Optional(name),
    email: Type.Optional(email),
    password: Type.Optional(newPassword),
    language: Type.Optional(language),
    current_password: Type.Optional(
      Type.String({
        maxLength: passwordCharactersMax,
        description: "Required for a new e-mail address or a new password.",
        errorMessage: fieldError("password_of_now"),
      }),
    ),
  },
  { title: "MeUpdate", description: "The fields to change." },
);

export const SessionRecord = Type.Object(
  {
    id: Type.Integer({ description: "Ids rise, and are never reused.", examples: [7] }),
    created_at: time("Time of the sign-in, UTC."),
    last_seen_on: Type.String({
      format: "date",
      description: "The last day of its use, UTC.",
      examples: ["2026-11-26"],
    }),
    label: Type.String({ description: "The browser.", examples: ["Firefox on Linux"] }),
    current: Type.Boolean({ description: "Whether this request belongs to it." }),
  },
  { title: "Session", description: "The sign-in of a person in one browser." },
);
export type SessionRecord = Static<typeof SessionRecord>;
export const EndedSession = deletedAnswer("session", "EndedSession");

export const AuditRecord = Type.Object(
  {
    at: Type.String({
      format: "date-time",
      description: "Time of the change, UTC.",
      examples: ["2026-11-26T09:30:00.123Z"],
    }),
    who: Actor,
    what: Type.String({ description: "The kind of change.", examples: ["website.update"] }),
    website_id: Type.Union([Type.Integer(), Type.Null()], {
      description: "The website that it is about; null if it is about none.",
      examples: [1],
    }),
    before: Type.Union([Type.Object({}), Type.Null()], {
      description: "The id and the fields that changed, as they were; null for something new.",
    }),
    after: Type.Union([Type.Object({}), Type.Null()], {
      description: "The same fields afterwards; null for something deleted.",
    }),
  },
  { title: "AuditRecord", description: "A change, and who made it." },
);
export type AuditRecord = Static<typeof AuditRecord>;
