import { type Static, Type } from "typebox";
import { fieldError } from "../base/field-errors.ts";
import { alertMetrics, deliveryDays } from "./choices.ts";
import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { lastField } from "./last-result.ts";
import { alertRecipientsMax, emailCharactersMax, readerCharactersMax } from "./limits.ts";
import { oneOf } from "./text.ts";

export const windowMinutes = { min: 5, max: 1440, weekdayMin: 60 } as const;
/** Reads are known by the hour, and may come from logs that are days old. */
export const readsWindowMinutes = { min: 60, max: 43_200 } as const;
export const silentMinutes = { min: 15, max: 1440 } as const;
export const timesAbove = { min: 1.5, max: 20 } as const;
export const timesBelow = { min: 0.05, max: 0.9 } as const;
export const pauseMinutes = { min: 1, max: 10_080, default: 720 } as const;
const thresholdMax = 1_000_000_000;

const integer = (min: number, max: number, description: string, example: number) =>
  Type.Optional(
    Type.Integer({
      minimum: min,
      maximum: max,
      description,
      examples: [example],
      errorMessage: fieldError("integer", { min, max }),
    }),
  );
const times = ({ min, max }: { min: number; max: number }, description: string, example: number) =>
  Type.Optional(
    Type.Number({
      minimum: min,
      maximum: max,
      description,
      examples: [example],
      errorMessage: fieldError("number", { min, max }),
    }),
  );

/** The fields of a rule. Which of them go together, the server checks. */
const When = Type.Object(
  {
    metric: Type.Optional(
      oneOf(alertMetrics, {
        description:
          "The number: visitors, page views, custom events, events that match the goal, or what crawlers and other programs read.",
        examples: ["visitors"],
      }),
    ),
    goal_id: integer(1, 2 ** 32 - 1, "Id of the goal, with `metric` `goal`.", 3),
    reader: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: readerCharactersMax,
        description: "Name of a reader, with `metric` `reads`; all readers if absent.",
        examples: ["Googlebot"],
        errorMessage: fieldError("text_length", { min: 1, max: readerCharactersMax }),
      }),
    ),
    window_minutes: integer(
      windowMinutes.min,
      readsWindowMinutes.max,
      "The last minutes that the number is of: up to 1,440, and at least 60 with `against`; with `metric` `reads` 60 to 43,200.",
      60,
    ),
    above: integer(0, thresholdMax, "Fires while the number is greater.", 100),
    below: integer(0, thresholdMax, "Fires while the number is less.", 5),
    against: Type.Optional(
      oneOf(["weekday"], {
        description:
          "Compares with the median of the same hours on the same weekday of the last four weeks.",
        examples: ["weekday"],
      }),
    ),
    times_above: times(timesAbove, "Fires while the number is more than this times the median.", 3),
    times_below: times(timesBelow, "Fires while it is less than this times the median.", 0.3),
    silent_minutes: integer(
      silentMinutes.min,
      silentMinutes.max,
      "Fires when nothing of any kind has come for this many minutes. It goes with no other field.",
      60,
    ),
  },
  {
    description:
      "When the alert fires: a number with `above` or `below`; with `against`, `times_above` or `times_below`; or `silent_minutes`.",
    errorMessage: "must be an object with metric or silent_minutes",
    examples: [{ silent_minutes: 60 }],
  },
);

const Recipient = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        maxLength: emailCharactersMax,
        description: "An e-mail address.",
        examples: ["ada@example.com"],
      }),
    ),
    person_id: Type.Optional(
      Type.Integer({ minimum: 1, description: "Id of a person, who gets a mail.", examples: [2] }),
    ),
    webhook_id: Type.Optional(
      Type.Integer({ minimum: 1, description: "Id of a webhook.", examples: [1] }),
    ),
  },
  {
    description: "Who is told. It has exactly one field.",
    errorMessage: "must be an object with email, person_id or webhook_id",
    examples: [{ email: "ada@example.com" }],
  },
);

const hours = {
  description:
    "From and to this hour of the website's day, such as `[8, 22]`; `[22, 6]` goes over midnight. Null for all day. Outside, nothing changes.",
  examples: [[8, 22]],
};
const pause = {
  minimum: pauseMinutes.min,
  maximum: pauseMinutes.max,
  description: "Least minutes between two firings that are told.",
  examples: [pauseMinutes.default],
};
const to = {
  description: "Those who are told.",
  examples: [[{ email: "ada@example.com" }, { webhook_id: 1 }]],
};
const enabled = { description: "Whether the alert is on.", examples: [true] };
const time = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description,
    examples: ["2026-11-20T09:30:00Z"],
  });

export const AlertRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    when: When,
    hours: Type.Union([Type.Array(Type.Integer()), Type.Null()], hours),
    pause_minutes: Type.Integer(pause),
    to: Type.Array(Recipient, to),
    enabled: Type.Boolean(enabled),
    state: Type.Enum(["quiet", "firing"], {
      description: "Whether it fires now.",
      examples: ["quiet"],
    }),
    changed_at: time("Time of the last change of the state, UTC; null if there was none."),
    last: lastField(
      `The last message or test of the last ${deliveryDays} days; null if there was none. It failed if one of those whom it tells did not get it.`,
    ),
    ...timeFields,
  },
  { title: "Alert", description: "Something that people want to be told about a website." },
);
export type AlertRecord = Static<typeof AlertRecord>;

export const NewAlert = Type.Object(
  {
    name: newNameField,
    when: When,
    hours: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.Integer({ minimum: 0, maximum: 24 }), { minItems: 2, maxItems: 2 }),
          Type.Null(),
        ],
        { ...hours, errorMessage: fieldError("two_hours") },
      ),
    ),
    pause_minutes: Type.Optional(
      Type.Integer({ ...pause, errorMessage: fieldError("integer", pauseMinutes) }),
    ),
    to: Type.Array(Recipient, {
      ...to,
      minItems: 1,
      maxItems: alertRecipientsMax,
      errorMessage: fieldError("alert_recipients", { max: alertRecipientsMax }),
    }),
    enabled: Type.Optional(Type.Boolean({ ...enabled, errorMessage: "must be true or false" })),
  },
  {
    title: "NewAlert",
    description: "An alert to create.",
    examples: [{ name: "Tag", when: { silent_minutes: 60 }, to: [{ email: "ada@example.com" }] }],
  },
);
export type NewAlert = Static<typeof NewAlert>;

export const AlertUpdate = Type.Partial(NewAlert, {
  title: "AlertUpdate",
  description: "The fields to change. `when` and `to` are replaced as a whole.",
  examples: [{ enabled: false }],
});

export const DeletedAlert = deletedAnswer("alert", "DeletedAlert");

/** The outcome of a message that was sent to try it out. */
export const TestResult = Type.Object(
  {
    to: Type.String({
      description: "`mail ADDRESS`, `person ID` or `webhook ID`.",
      examples: ["mail ada@example.com"],
    }),
    status: Type.Enum(["sent", "failed"], { description: "The outcome.", examples: ["sent"] }),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: "Why it failed; null if it did not.",
      examples: ["the answer was 500"],
    }),
  },
  { title: "TestResult", description: "What became of a test." },
);
export type TestResult = Static<typeof TestResult>;
