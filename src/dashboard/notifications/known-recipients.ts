import type { PersonRecord } from "../../model/person.ts";
import type { WebhookRecord } from "../../model/webhook.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { notificationsWords } from "../words/notifications.ts";
import type { Recipient } from "./recipients.ts";

const words = notificationsWords.recipients;

/** Those whom an alert can tell without an address. Only owners see other people and webhooks. */
export interface KnownRecipients {
  readonly me: Pick<PersonRecord, "id" | "email"> | undefined;
  readonly people: readonly Pick<PersonRecord, "id" | "name" | "email">[];
  readonly webhooks: readonly Pick<WebhookRecord, "id" | "name">[];
}

export const webhooksPath = "/api/v1/webhooks";

/** Fetches the people and webhooks that the caller sees. */
export function useKnownRecipients(): KnownRecipients {
  const me = useMe();
  const isAdmin = may(me, "admin");
  const people = useAnswer<readonly PersonRecord[]>(
    isAdmin ? "/api/v1/people?per_page=100" : undefined,
    getAllPages,
  );
  const webhooks = useAnswer<readonly WebhookRecord[]>(
    isAdmin ? `${webhooksPath}?per_page=100` : undefined,
    getAllPages,
  );
  const { id, email } = me ?? {};
  return {
    me:
      me?.kind === "person" && id !== undefined && email !== undefined ? { id, email } : undefined,
    people: (people.data ?? []).filter(({ state }) => state === "active"),
    webhooks: webhooks.data ?? [],
  };
}

/** Returns a recipient in words. */
export function recipientText(recipient: Recipient, known: KnownRecipients): string {
  const { email, person_id: personId, webhook_id: webhookId } = recipient;
  if (personId !== undefined) return personText(personId, known);
  if (webhookId === undefined) return email ?? "";
  const webhook = known.webhooks.find(({ id }) => id === webhookId);
  return webhook ? words.webhook(webhook.name) : words.unknownWebhook(webhookId);
}

/** Returns the e-mail address of a person, as far as the caller knows it. */
function personText(personId: number, { me, people }: KnownRecipients): string {
  const person = [...(me ? [me] : []), ...people].find(({ id }) => id === personId);
  return person?.email ?? words.unknownPerson(personId);
}

/** Returns the recipient of a test, such as `person 2`, in words. */
export function testedText(to: string, known: KnownRecipients): string {
  const [kind, text = ""] = to.split(" ");
  const recipients: Readonly<Record<string, Recipient>> = {
    mail: { email: text },
    person: { person_id: Number(text) },
    webhook: { webhook_id: Number(text) },
  };
  return recipientText(recipients[kind ?? ""] ?? { email: to }, known);
}
