import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { periods } from "./choices.ts";
import { lastField } from "./last-result.ts";
import { emailCharactersMax, reportRecipientsMax } from "./limits.ts";

const bool = (description: string, example: boolean) =>
  Type.Boolean({ description, examples: [example], errorMessage: "must be true or false" });
const isOn = {
  day: bool("Whether each day has a report.", false),
  week: bool("Whether each week has one, Monday to Sunday.", true),
  month: bool("Whether each calendar month has one.", true),
};
const to = {
  description: "Addresses that get the reports. None stand for those of `REPORT_TO`.",
  examples: [["ada@example.com"]],
};
const sendAt = {
  description: "Time of the website's day at which reports are sent, `HH:MM`.",
  examples: ["08:00"],
};
const sendAtField = Type.String({
  ...sendAt,
  pattern: "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  errorMessage: fieldError("clock"),
});
const mailServer = {
  mail_server: Type.Boolean({
    description: "Whether this server can send mails, which `SMTP_URL` sets.",
    examples: [true],
  }),
};

const last = lastField("The last report or test; null if there was none.");

export const EmailReportsRecord = Type.Object(
  {
    ...isOn,
    to: Type.Array(Type.String(), to),
    send_at: Type.String(sendAt),
    ...mailServer,
    default_recipients: Type.Integer({
      description: "Number of addresses in `REPORT_TO`, which get the reports if `to` is empty.",
      examples: [1],
    }),
    last,
  },
  { title: "EmailReports", description: "The e-mail reports of a website." },
);
export type EmailReportsRecord = Static<typeof EmailReportsRecord>;

export const EmailReportsUpdate = Type.Object(
  {
    day: Type.Optional(isOn.day),
    week: Type.Optional(isOn.week),
    month: Type.Optional(isOn.month),
    to: Type.Optional(
      Type.Array(Type.String({ maxLength: emailCharactersMax }), {
        ...to,
        maxItems: reportRecipientsMax,
        errorMessage: fieldError("report_recipients", { max: reportRecipientsMax }),
      }),
    ),
    send_at: Type.Optional(sendAtField),
  },
  {
    title: "EmailReportsUpdate",
    description: "The fields to change. `to` is replaced as a whole.",
    examples: [{ week: true, to: ["ada@example.com"], send_at: "08:00" }],
  },
);
export type EmailReportsUpdate = Static<typeof EmailReportsUpdate>;

const timezone = {
  description: "IANA time zone of `send_at`.",
  examples: ["Europe/Berlin"],
};

export const MyEmailReports = Type.Object(
  {
    ...isOn,
    send_at: Type.String({ ...sendAt, description: "Time of the day at which they are sent." }),
    timezone: Type.String(timezone),
    ...mailServer,
    last,
  },
  { title: "MyEmailReports", description: "The reports of all your websites, in one mail." },
);

export const MyEmailReportsUpdate = Type.Object(
  {
    day: Type.Optional(isOn.day),
    week: Type.Optional(isOn.week),
    month: Type.Optional(isOn.month),
    send_at: Type.Optional(sendAtField),
    timezone: Type.Optional(Type.String({ ...timezone, maxLength: 100 })),
  },
  {
    title: "MyEmailReportsUpdate",
    description: "The fields to change.",
    examples: [{ week: true, send_at: "08:00", timezone: "Europe/Berlin" }],
  },
);

const period = Type.Optional(
  Type.Enum([...periods], {
    description: "The report; by default the first of week, month and day that is on.",
    examples: ["week"],
    errorMessage: `must be one of ${periods.join(", ")}`,
  }),
);

export const MyEmailReportTest = Type.Object(
  { period },
  {
    title: "MyEmailReportTest",
    description: "Which report it is.",
    examples: [{ period: "week" }],
  },
);

export const EmailReportTest = Type.Object(
  {
    to: Type.Optional(
      Type.String({
        maxLength: emailCharactersMax,
        description: "An address. Without it, a person gets the mail itself.",
        examples: ["ada@example.com"],
        errorMessage: fieldError("email", { max: emailCharactersMax }),
      }),
    ),
    period,
  },
  {
    title: "EmailReportTest",
    description: "Who gets the report.",
    examples: [{ to: "ada@example.com" }],
  },
);
