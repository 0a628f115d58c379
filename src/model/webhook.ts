import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { TestResult } from "./alert.ts";
import { deliveryDays, webhookEvents, webhookFormats } from "./choices.ts";
import { deletedAnswer } from "./definition.ts";
import { lastField } from "./last-result.ts";
import { nameCharactersMax, urlCharactersMax, webhookSecretCharactersMax } from "./limits.ts";
import { nameOf, oneOf } from "./text.ts";

const name = { description: "Name; unique among the webhooks.", examples: ["Team chat"] };
const url = {
  description: "The http or https URL that is called.",
  examples: ["https://chat.example.com/hooks/1"],
};
const format = {
  description: "The form of what is sent: our own, or that of Slack or Discord.",
  default: "json",
  examples: ["json"],
};
const wanted = {
  description:
    "What it gets of all websites: reports, ends of imports, events that match goals. Alerts name their webhooks.",
  examples: [["import"]],
};
const enabled = { description: "Whether it is called.", examples: [true] };
const time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-11-20T09:30:00Z"] });

export const WebhookRecord = Type.Object(
  {
    id: Type.Integer({ description: "Ids rise, and are never reused.", examples: [1] }),
    name: Type.String(name),
    url: Type.String(url),
    format: Type.Enum([...webhookFormats], format),
    has_secret: Type.Boolean({
      description: "Whether requests are signed. The secret is never returned.",
      examples: [true],
    }),
    events: Type.Array(Type.Enum([...webhookEvents]), wanted),
    enabled: Type.Boolean(enabled),
    failed_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
      description:
        "Time at which it was switched off, as it had failed for a week; null if it was not.",
      examples: [null],
    }),
    last: lastField(
      `The last delivery or test of the last ${deliveryDays} days; null if there was none.`,
    ),
    created_at: time("Time of creation, UTC."),
    updated_at: time("Time of the last change, UTC."),
  },
  { title: "Webhook", description: "A URL that is called when something happens." },
);
export type WebhookRecord = Static<typeof WebhookRecord>;

export const NewWebhook = Type.Object(
  {
    name: nameOf(nameCharactersMax, name),
    url: Type.String({
      ...url,
      pattern: "^https?://[^\\s]+$",
      maxLength: urlCharactersMax,
      errorMessage: fieldError("http_url", { max: urlCharactersMax }),
    }),
    format: Type.Optional(oneOf(webhookFormats, format)),
    secret: Type.Optional(
      Type.Union([Type.String({ maxLength: webhookSecretCharactersMax }), Type.Null()], {
        description: "Key of the signatures; null or empty text for none. It is never returned.",
        examples: ["correct horse battery staple"],
        errorMessage: fieldError("secret", { max: webhookSecretCharactersMax }),
      }),
    ),
    events: Type.Optional(
      Type.Array(Type.Enum([...webhookEvents]), {
        ...wanted,
        maxItems: webhookEvents.length,
        uniqueItems: true,
        errorMessage: `must be a list of different ones of ${webhookEvents.join(", ")}`,
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ ...enabled, errorMessage: "must be true or false" })),
  },
  {
    title: "NewWebhook",
    description: "A webhook to create.",
    examples: [{ name: "Team chat", url: "https://chat.example.com/hooks/1", format: "slack" }],
  },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookUpdate = Type.Partial(NewWebhook, {
  title: "WebhookUpdate",
  description: "The fields to change. Without `secret`, the secret stays.",
  examples: [{ enabled: true }],
});
export type WebhookUpdate = Static<typeof WebhookUpdate>;

export const DeletedWebhook = deletedAnswer("webhook", "DeletedWebhook");

export const Tested = Type.Object({ data: TestResult }, { description: "What became of it." });
