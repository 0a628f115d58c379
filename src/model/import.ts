import { type Static, Type } from "typebox";

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const nullableDay = (description: string) =>
  Type.Union([Type.String({ format: "date" }), Type.Null()], {
    description,
    examples: ["2025-01-01"],
  });
const counts = (description: string, example: Readonly<Record<string, number>>) =>
  Type.Record(Type.String(), Type.Integer(), { description, examples: [example] });

export const ImportRecord = Type.Object(
  {
    id: Type.Integer({ description: "Ids rise and are never used again.", examples: [3] }),
    source: Type.String({
      description: "The product that the files come from.",
      examples: ["umami"],
    }),
    kind: Type.Enum(["events", "totals"], {
      description: "Whether its days have events, or totals alone.",
      examples: ["events"],
    }),
    status: Type.Enum(["running", "done", "failed", "deleting"], {
      description: "What becomes of it.",
      examples: ["done"],
    }),
    dry_run: Type.Boolean({
      description: "Whether it only reports what an import would do.",
      examples: [false],
    }),
    files: Type.Array(
      Type.Object({
        name: Type.String({ description: "Its name.", examples: ["website_event.csv"] }),
        bytes: Type.Integer({ description: "Its size.", examples: [48_211] }),
        sha256: Type.String({
          description: "A hash of its content, in hexadecimal.",
          examples: ["9f86d081884c7d65…"],
        }),
      }),
      {
        description:
          "The files, as they were sent. Of access logs that a command reads: the first 1,000 that its last run has read.",
      },
    ),
    ignored: Type.Array(Type.String(), {
      description: "Files of an archive that are not read.",
      examples: [["readme.txt"]],
    }),
    from: nullableDay("First day that it has taken."),
    to: nullableDay("Last day that it has taken."),
    days: Type.Object(
      {
        taken: count("Days that the import has filled."),
        left: count("Days that it has left as they were."),
        left_because: Type.Object(
          {
            collected: count("They have events or totals that were collected."),
            imported: count("Another import has taken them."),
            not_over: count("They are not over in the website's time zone."),
          },
          { description: "The days that it has left, by reason." },
        ),
      },
      { description: "Days on which the files have something for this website." },
    ),
    rows: Type.Object(
      {
        read: count("Rows of the files. It is the sum of the others."),
        imported: count("Rows that count."),
        skipped: counts("Rows that do not count, by reason.", { broken: 1, duplicate: 4 }),
      },
      { description: "Rows of the files by what became of them." },
    ),
    unmapped: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
      description: "Spellings that count as unknown: statistic, spelling, rows.",
      examples: [{ operating_system: { BeOS: 12 } }],
    }),
    notes: Type.Array(Type.String(), {
      description: "Sentences about how it counts.",
      examples: [["Visitors are counted per day: one of several days counts on each of them."]],
    }),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: "Why it failed.",
      examples: [null],
    }),
    created_at: Type.String({ description: "When it began.", examples: ["2026-11-20T09:30:00Z"] }),
    finished_at: Type.Union([Type.String(), Type.Null()], {
      description: "When it ended; null while it runs.",
      examples: ["2026-11-20T09:31:10Z"],
    }),
  },
  { title: "Import", description: "A history that was brought into a website." },
);
export type ImportRecord = Static<typeof ImportRecord>;
