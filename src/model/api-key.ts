import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { keyRights } from "./choices.ts";
import { deletedAnswer } from "./definition.ts";
import { grantsMax, nameCharactersMax } from "./limits.ts";
import { nameOf } from "./text.ts";

const may = Type.Array(Type.Enum([...keyRights]), {
  minItems: 1,
  description:
    "`read`: statistics and settings; `write`: changes, and all of `read` and `collect`; `collect`: events in bulk; `operate`: metrics.",
  examples: [["read"]],
  errorMessage: fieldError("key_rights", { rights: keyRights.join(", ") }),
});
const websites = Type.Union(
  [
    Type.Literal("all"),
    Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: grantsMax }),
  ],
  {
    description: 'Ids of the websites that the key is for, or "all".',
    examples: [[1, 2]],
    errorMessage: fieldError("key_websites", { max: grantsMax }),
  },
);
const name = nameOf(nameCharactersMax, {
  description: "What the key is for.",
  examples: ["Weekly report"],
});
const expiresAt = Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
  description: "Time from which on the key is not valid; null if it does not expire.",
  examples: ["2027-01-01T00:00:00Z"],
  errorMessage: fieldError("time_in_future"),
});

export const NewKey = Type.Object(
  { name, may, websites, expires_at: Type.Optional(expiresAt) },
  { title: "NewKey", description: "A key to make." },
);
export type NewKey = Static<typeof NewKey>;

export const KeyUpdate = Type.Partial(NewKey, {
  title: "KeyUpdate",
  description: "The fields to change.",
});
export type KeyUpdate = Static<typeof KeyUpdate>;

/** A caller, as records name it. */
export const Actor = Type.Object(
  {
    kind: Type.Enum(["root", "key", "person"], {
      description: "`root` is a key of `API_KEYS`, or the generated one.",
    }),
    id: Type.Union([Type.Integer(), Type.Null()], {
      description: "Id of the key or the person; null for `root`.",
      examples: [2],
    }),
    name: Type.String({
      description: "Name of the key or the person.",
      examples: ["Ada Lovelace"],
    }),
  },
  { description: "Who did it." },
);

const keyFields = {
  id: Type.Integer({ description: "Ids rise, and are never reused.", examples: [3] }),
  name: Type.String({ description: "What the key is for.", examples: ["Weekly report"] }),
  may: Type.Array(Type.Enum([...keyRights]), { description: "Its rights.", examples: [["read"]] }),
  websites: Type.Union([Type.Literal("all"), Type.Array(Type.Integer())], {
    description: 'Ids of websites, or "all". A key without a website left can do nothing.',
    examples: [[1, 2]],
  }),
  expires_at: expiresAt,
  created_at: Type.String({
    format: "date-time",
    description: "Time of creation, UTC.",
    examples: ["2026-11-20T09:30:00Z"],
  }),
  created_by: Actor,
  last_used_on: Type.Union([Type.String({ format: "date" }), Type.Null()], {
    description: "The last day on which it was used, UTC.",
    examples: ["2026-11-26"],
  }),
};
export const KeyRecord = Type.Object(keyFields, { title: "Key", description: "An API key." });
export type KeyRecord = Static<typeof KeyRecord>;
export const MadeKey = Type.Object(
  {
    ...keyFields,
    key: Type.String({
      description: "The key itself. It is shown now, and never again.",
      examples: ["ff_u3bA0nVJ0h7cM2x9l5t8yQw1EoRzKdPfGsHjXvTiNbU"],
    }),
  },
  { title: "MadeKey", description: "An API key that was just made." },
);
export type MadeKey = Static<typeof MadeKey>;
export const DeletedKey = deletedAnswer("key", "DeletedKey");
