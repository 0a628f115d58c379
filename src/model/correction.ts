import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { correctionKinds, redactedValues } from "./choices.ts";
import { dayOf } from "./day.ts";
import { day } from "./fields.ts";
import { filterValuesMax, nameCharactersMax } from "./limits.ts";
import { newPageRulesField, PageRuleRecord } from "./page-rule.ts";
import { oneOf } from "./text.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const orNull = <S extends Parameters<typeof Type.Array>[0]>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const filterExample = { page: ["/wp-login.php"] };
const filters = {
  description: "Name of each filter → its values, as in `filter[NAME]=VALUE`.",
  examples: [filterExample],
};
const range = {
  from: day("First day, in the website's time zone.", "2026-10-01"),
  to: day("Last day, inclusive.", "2026-10-31"),
};
const kind = {
  description:
    "`pages` gives pages other names, `redact` replaces values by nothing, `delete` removes events.",
  examples: ["delete"],
};
const unit = {
  description:
    "`event`: each filter looks at the event by itself. `visitor_day`: filters look at all that a visitor did on a day, and all of that goes.",
  examples: ["event"],
};

const resultFields = {
  events: count("Events that change."),
  visitor_days: count("Visitor days that change."),
  days: count("Days that change."),
  pageviews: Type.Object(
    { before: count("Before the correction."), after: count("After it.") },
    { description: "Page views of all its days." },
  ),
  pairs: Type.Array(
    Type.Object({
      before: Type.String({ description: "The page.", examples: ["/users/7"] }),
      after: Type.String({ description: "Its new name.", examples: ["/users/:id"] }),
    }),
    {
      description:
        "Of a dry run: the first hundred pages that get another name, those with most views first.",
    },
  ),
};

export const CorrectionResult = Type.Object(resultFields, {
  title: "CorrectionResult",
  description: "How much a correction changes.",
});
export type CorrectionResult = Static<typeof CorrectionResult>;

export const CorrectionRecord = Type.Object(
  {
    id: Type.Integer({ description: "Ids rise and are never used again.", examples: [3] }),
    kind: Type.Enum([...correctionKinds], kind),
    status: Type.Enum(["running", "done", "failed", "cancelled"], {
      description: "What becomes of it.",
      examples: ["done"],
    }),
    ...range,
    rules: orNull(Type.Array(PageRuleRecord), "The rules of `pages`; null when it is over."),
    what: orNull(Type.String(), "What `redact` replaces; null when it is over."),
    key: orNull(Type.String(), "The key of the props that go; null for all, and when it is over."),
    unit: orNull(Type.String(), "Where the filters of `delete` look; null when it is over."),
    filters: orNull(
      Type.Object({}, { additionalProperties: Type.Array(Type.String()) }),
      "The filters; null when it is over.",
    ),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: "The month.", examples: ["2026-10"] }),
        events: orNull(Type.Integer(), "Events that change in it; null until they are counted."),
        done: Type.Boolean({ description: "Whether it is as it is to be.", examples: [true] }),
      }),
      { description: "The months that have events, oldest first; none until it has begun." },
    ),
    result: Type.Object(resultFields, {
      description: "How much it has changed so far; `pairs` are those of dry runs alone.",
    }),
    problem: orNull(Type.String(), "One sentence about a failure."),
    author: Type.String({ description: "Who made it.", examples: ["Ada Lovelace"] }),
    created_at: Type.String({
      format: "date-time",
      description: "Time of creation, UTC.",
      examples: ["2026-11-20T09:30:00Z"],
    }),
    finished_at: orNull(Type.String({ format: "date-time" }), "When it ended, UTC."),
  },
  { title: "Correction", description: "A change of events that are stored." },
);
export type CorrectionRecord = Static<typeof CorrectionRecord>;

const dryRun = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1,
    description: "1 answers what the correction would change, and changes nothing.",
    examples: [1],
    errorMessage: "must be 0 or 1",
  }),
);

export const NewCorrection = Type.Object(
  {
    kind: oneOf(correctionKinds, kind),
    from: dayOf("First day, in the website's time zone.", "2026-10-01"),
    to: dayOf("Last day, inclusive. Must not be before `from`.", "2026-10-31"),
    rules: Type.Optional(newPageRulesField),
    what: Type.Optional(
      oneOf(redactedValues, {
        description:
          "What `redact` replaces by nothing. What lies in a region or a country goes with it.",
        examples: ["page_query"],
      }),
    ),
    key: Type.Optional(
      Type.String({
        maxLength: nameCharactersMax,
        description: "With `props`: the key that goes; without it, all go.",
        examples: ["email"],
        errorMessage: fieldError("text_max", { max: nameCharactersMax }),
      }),
    ),
    filters: Type.Optional(
      Type.Object(
        {},
        {
          ...filters,
          additionalProperties: Type.Array(Type.String(), {
            minItems: 1,
            errorMessage: "must be a list of at least one text",
          }),
          minProperties: 1,
          maxProperties: filterValuesMax,
          errorMessage: fieldError("segment_filters", { max: filterValuesMax }),
        },
      ),
    ),
    unit: Type.Optional(oneOf(["event", "visitor_day"], { ...unit, default: "event" })),
    dry_run: dryRun,
  },
  {
    title: "NewCorrection",
    description:
      "A correction to begin: `rules` with `pages`; `what`, `key` and `filters` with `redact`; `filters` and `unit` with `delete`.",
    examples: [
      { kind: "delete", filters: filterExample, from: "2026-10-01", to: "2026-10-31", dry_run: 1 },
    ],
  },
);
export type NewCorrection = Omit<Static<typeof NewCorrection>, "filters"> & {
  readonly filters?: Readonly<Record<string, readonly string[]>>;
};

/** An IPv4 or IPv6 address. */
const addressCharactersMax = 45;
const agentCharactersMax = 2_000;

export const VisitorCorrection = Type.Object(
  {
    ip: Type.String({
      maxLength: addressCharactersMax,
      description: "The address from which the visitor comes.",
      examples: ["203.0.113.7"],
      errorMessage: fieldError("text_max", { max: addressCharactersMax }),
    }),
    user_agent: Type.String({
      maxLength: agentCharactersMax,
      description: "The `User-Agent` that the visitor's browser sends.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
      errorMessage: fieldError("text_max", { max: agentCharactersMax }),
    }),
    dry_run: dryRun,
  },
  { title: "VisitorCorrection", description: "Whose events of today are to go." },
);
