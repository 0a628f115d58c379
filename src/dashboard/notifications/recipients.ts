import type { AlertRecord } from "../../model/alert.ts";
import type { FieldErrors } from "../api/failure.ts";

export type Recipient = AlertRecord["to"][number];

/** Those who are told, as a form has them. */
export interface Recipients {
  /** Ids of people. */
  readonly people: readonly number[];
  /** Ids of webhooks. */
  readonly webhooks: readonly number[];
  /** The e-mail addresses as they were typed. */
  readonly addresses: string;
}

/** Returns the addresses of a text, which are on lines of their own or between commas or spaces. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const address of text.split(/[\s,;]+/)) {
    const key = address.toLowerCase();
    if (address !== "" && !found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}

export function recipientsIn(to: readonly Recipient[]): Recipients {
  return {
    people: to.flatMap(({ person_id: id }) => (id === undefined ? [] : [id])),
    webhooks: to.flatMap(({ webhook_id: id }) => (id === undefined ? [] : [id])),
    addresses: to.flatMap(({ email }) => (email === undefined ? [] : [email])).join("\n"),
  };
}

/** Returns the recipients as the API takes them. */
export function toRecipients({ people, webhooks, addresses }: Recipients): Recipient[] {
  return [
    ...people.map((id) => ({ person_id: id })),
    ...webhooks.map((id) => ({ webhook_id: id })),
    ...addressesIn(addresses).map((email) => ({ email })),
  ];
}

/** The errors of a list of recipients, each with the index that it is about, if it is of one. */
export function errorsOfList(
  errors: FieldErrors,
): readonly { readonly index: number | undefined; readonly text: string }[] {
  return Object.entries(errors).flatMap(([field, texts]) => {
    const [name, place] = field.split(".");
    if (name !== "to") return [];
    const index = place === undefined ? undefined : Number(place);
    return texts.map((text) => ({ index, text }));
  });
}
