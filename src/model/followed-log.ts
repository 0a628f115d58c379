import { type Static, type TSchemaOptions, Type } from "typebox";

/**
 * Limit of lines in a piece of a log: large enough for a good insert, small enough to hold in
 * memory.
 */
export const pieceLinesMax = 50_000;
/** Directives that hold for later lines. */
export const directivesMax = 20;
const formatCharactersMax = 40;

/** Returns the schema of the SHA-256 of lines, in hexadecimal digits. */
function digestOf(description: string) {
  return Type.String({
    pattern: "^[0-9a-f]{64}$",
    description,
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    errorMessage: "must be a SHA-256 in 64 hexadecimal digits",
  });
}

function linesOf(description: string, options: TSchemaOptions = {}) {
  return Type.Integer({
    minimum: 0,
    maximum: pieceLinesMax,
    description,
    examples: [1_204],
    errorMessage: `must be a number from 0 to ${pieceLinesMax.toLocaleString("en")}`,
    ...options,
  });
}

function bytesOf(description: string) {
  return Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    examples: [182_733],
    errorMessage: "must be a number of bytes",
  });
}

const slot = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 32 - 1,
    description,
    examples: [0],
    errorMessage: "must be a number from 0",
  });

const follower = Type.String({
  pattern: "^[0-9a-f-]{36}$",
  description: "A UUID of the program that follows the log, new for each start.",
  examples: ["0b7d5a5e-4a44-4a7e-9f0f-6f1f6a3b8f52"],
  errorMessage: "must be a UUID",
});

const flag = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description,
      default: 0,
      examples: [0],
      errorMessage: "must be 0 or 1",
    }),
  );

const before = digestOf(
  "SHA-256 of all lines before the place: that of the log's first line for its beginning; elsewhere the end of the piece before.",
);

export const PlaceQuestion = Type.Object({ follower, before });

const KnownEnd = Type.Object(
  {
    lines: linesOf("Lines from the place to the end."),
    bytes: bytesOf("Bytes of these lines, of a growing piece."),
    end: digestOf("SHA-256 of `before`, a line feed, and the lines, each with a line feed."),
    kind: Type.Enum(["counted", "unfinished", "growing", "part"], {
      description:
        "Whether all lines count; must be sent again as one part; count, and more can be added; or are a part that must be sent again as it is.",
      examples: ["growing"],
    }),
    slot: slot("Tells growing pieces apart that begin at the same place."),
    part: Type.Union(
      [Type.Object({ lines: linesOf("Its lines."), end: digestOf("Its `own_end`.") }), Type.Null()],
      { description: "The part behind the end that must be sent again, if the log has it." },
    ),
    is_held: Type.Boolean({
      description: "Whether another follower follows the log.",
      examples: [false],
    }),
  },
  { title: "KnownEnd", description: "An end of lines of a log that are known." },
);

export const PlaceAnswer = Type.Object(
  {
    ends: Type.Array(KnownEnd, { description: "Where pieces end that begin at the place." }),
    slot: slot("The slot for a new piece."),
    is_held: Type.Boolean({
      description: "Whether another follower has taken that slot.",
      examples: [false],
    }),
    imports: Type.String({
      description: "Changes with each change of an import of the website.",
      examples: ["12"],
    }),
    is_importing: Type.Boolean({
      description: "Whether an import of access logs goes on.",
      examples: [false],
    }),
  },
  { title: "LogPlace", description: "What is known of a log behind the place." },
);

export const PartQuestion = Type.Object({
  follower,
  before,
  slot: slot("The slot of the piece."),
  from_lines: linesOf("Lines of the piece before the part."),
  from_bytes: bytesOf("Bytes of the piece before the part."),
  from_end: digestOf("End of the piece before the part; `before` if it has no lines."),
  lines: linesOf("Lines of the part; 0 says that the follower is there."),
  end: digestOf("End of the piece with the part."),
  own_end: digestOf("SHA-256 of `from_end`, a line feed, and the lines of the part."),
  format: Type.String({
    maxLength: formatCharactersMax,
    description: "Name of the log's format, as of imports.",
    examples: ["combined"],
    errorMessage: "must be the name of a format",
  }),
  directives: Type.Integer({
    minimum: 0,
    maximum: directivesMax,
    description: "First lines of the body that are directives of earlier lines, and do not count.",
    examples: [0],
    errorMessage: `must be a number from 0 to ${directivesMax}`,
  }),
  imports: Type.String({
    maxLength: 20,
    description: "What the answer about the log's first place said.",
    examples: ["12"],
    errorMessage: "must be the text of an answer",
  }),
  is_unfinished: flag("1 if the part is an `unfinished` piece."),
  is_last: flag("1 if the follower leaves the log."),
});
export type PartQuestion = Static<typeof PartQuestion>;

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [640] });

export const PartAnswer = Type.Object(
  {
    state: Type.Enum(["stored", "held", "importing", "moved"], {
      description:
        "`stored` once the lines are durable. Else nothing was counted: another follower follows the log, an import goes on, or the log must be looked at again.",
      examples: ["stored"],
    }),
    outcome: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              lines: count("All lines."),
              imported: count("Page views."),
              unreadable: count("Lines that are not of the format."),
              reads: Type.Optional(count("Reads of programs.")),
              comments: Type.Optional(count("Lines that are no requests.")),
              dropped: Type.Record(Type.String(), count("Lines."), {
                description: "Reason → lines that are no page views.",
                examples: [{ bot: 12 }],
              }),
            },
            { description: "What became of the lines." },
          ),
          Type.Null(),
        ],
        { description: "What became of the lines; null without lines." },
      ),
    ),
  },
  { title: "LogPartResult", description: "What became of the part." },
);
