import { type Static, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";
import { shareReports } from "./choices.ts";
import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { viewerPassword } from "./text.ts";

const Group = Type.Enum([...shareReports]);
const Groups = Type.Array(Group, {
  minItems: 1,
  maxItems: shareReports.length,
  uniqueItems: true,
});
const reports = {
  description:
    "The reports that viewers see: `all`, which is all but `reads`, or a list. `overview` is the summary, the statistics of dimensions, the heat map and the live view; `reads` is what crawlers and other programs read.",
  examples: [["overview", "goals"]],
};
const segmentId = {
  description: "Id of the segment whose visitors viewers see; null for all visitors.",
  examples: [4],
};
const expiresAt = {
  description: "Time from which the link leads nowhere; null if it does not expire.",
  examples: ["2027-01-01T00:00:00Z"],
};

export const ShareRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    url: Type.Optional(
      Type.String({
        description: "URL of the page, for those who may change the link.",
        examples: ["https://stats.example.com/share/AAAAAYf0pBQFVxCkVbUcMs8pmJQ"],
      }),
    ),
    has_password: Type.Boolean({
      description: "Whether viewers need a password. The password is never returned.",
      examples: [false],
    }),
    segment_id: Type.Union([Type.Integer(), Type.Null()], segmentId),
    reports: Type.Union([Type.Literal("all"), Type.Array(Group)], reports),
    expires_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], expiresAt),
    ...timeFields,
    last_used_on: Type.Union([Type.String({ format: "date" }), Type.Null()], {
      description: "The last day on which somebody opened the link, in UTC; null if nobody has.",
      examples: ["2026-11-20"],
    }),
  },
  { title: "Share", description: "A link to a website's statistics." },
);
export type ShareRecord = Static<typeof ShareRecord>;

export const NewShare = Type.Object(
  {
    name: newNameField,
    password: Type.Optional(viewerPassword("Password for viewers; null or empty text for none.")),
    segment_id: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1 }), Type.Null()], {
        ...segmentId,
        errorMessage: "must be the id of a segment, or null",
      }),
    ),
    reports: Type.Optional(
      Type.Union([Type.Literal("all"), Groups], {
        ...reports,
        errorMessage: fieldError("share_reports", { reports: shareReports.join(", ") }),
      }),
    ),
    expires_at: Type.Optional(
      Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
        ...expiresAt,
        errorMessage: "must be a time, such as 2027-01-01T00:00:00Z, or null",
      }),
    ),
  },
  {
    title: "NewShare",
    description: "A link to create.",
    examples: [{ name: "Agency", segment_id: 4, reports: ["overview", "goals"] }],
  },
);
export type NewShare = Static<typeof NewShare>;

export const ShareUpdate = Type.Partial(NewShare, {
  title: "ShareUpdate",
  description:
    "The fields to change. `reports` is replaced as a whole; null clears the others. The URL stays the same.",
  examples: [{ expires_at: "2027-01-01T00:00:00Z" }],
});

export const DeletedShare = deletedAnswer("share", "DeletedShare");
