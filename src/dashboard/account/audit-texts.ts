import type { AuditRecord, PersonRecord } from "../../model/person.ts";
import { type AuditSentence, auditWords as words } from "../words/audit.ts";
import { format } from "../words/reader.ts";
import { browserText } from "./browser-text.ts";
import { domainOf } from "./domain-of.ts";
import { grantsText } from "./grants.ts";

// The API may have kinds and fields that this release does not know.
const sentences: Readonly<Record<string, AuditSentence>> = words.sentences;
const fieldNames: Readonly<Record<string, string>> = words.fields;

/** The names of the records that an entry tells by their ids. */
export interface AuditNames {
  readonly websites: Parameters<typeof grantsText>[1];
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly email: string;
  }[];
  readonly keys: readonly { readonly id: number; readonly name: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns who did something, for the beginning of a sentence. */
export function actorText({ kind, name }: AuditRecord["who"]): string {
  if (kind === "root") return words.rootKey;
  return kind === "key" ? words.key(name) : name || words.nameless;
}

/** Returns the sentence about an entry. The last argument stands for whoever did it. */
export function auditText(
  record: AuditRecord,
  names: AuditNames,
  who = actorText(record.who),
): string {
  const { what, before, after, website_id: websiteId } = record;
  const fields: Fields = { ...before, ...after };
  if (what === "person.update" && fields["id"] === undefined && websiteId === null) {
    return words.ownAccount(who);
  }
  const name = nameOf(what, fields, names);
  const sentence = sentences[what];
  if (sentence === undefined) {
    return name === "" ? words.other(who, what) : words.otherNamed(who, what, name);
  }
  const domain = textOf(fields["domain"]);
  const isOfWebsite = websiteId !== null && domain === "";
  return sentence(who, name, isOfWebsite ? domainOf(names.websites, websiteId) : domain);
}

/** Returns the fields that changed, as they were and as they are. */
export function changesOf({ before, after }: AuditRecord, names: AuditNames): string[] {
  if (before === null || after === null) return [];
  return Object.entries(after)
    .filter(([name]) => name !== "id")
    .map(([name, value]) => {
      const field = fieldNames[name] ?? name;
      const old: unknown = (before as Fields)[name];
      // The list has no secrets and no addresses.
      if (old === "hidden") return words.changed(field);
      return words.change(field, valueText(name, old, names), valueText(name, value, names));
    });
}

/** Returns the name of what an entry is about: as it is now, or as the entry has it. */
function nameOf(what: string, fields: Fields, { people, keys }: AuditNames): string {
  if (what === "sign-in") return browserText(textOf(fields["label"]));
  const id = Number(fields["person_id"] ?? fields["id"]);
  if (what.startsWith("import.")) return String(id);
  const person = what.startsWith("person.") ? people.find((each) => each.id === id) : undefined;
  const key = what.startsWith("key.") ? keys.find((each) => each.id === id) : undefined;
  const texts = [key?.name, person?.name, person?.email]
    .concat([fields["name"], fields["email"], fields["domain"], fields["text"]].map(textOf))
    .filter((text) => text);
  return texts[0] ?? (Number.isNaN(id) ? "" : words.numbered(id));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function valueText(name: string, value: unknown, names: AuditNames): string {
  if (value === null || value === undefined || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (name === "privacy") return words.privacy[Number(value)] ?? String(value);
  if (name === "grants") {
    return grantsText({ role: "member", grants: value as PersonRecord["grants"] }, names.websites);
  }
  if (name === "send_at" || name === "time") return format.clock(String(value));
  if (value === "all") return words.all;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) {
    const texts = value.map((each) =>
      name === "websites" ? domainOf(names.websites, Number(each)) : String(each),
    );
    return texts.length === 0 ? words.nothing : words.list(texts);
  }
  return typeof value === "object" ? JSON.stringify(value).slice(0, 120) : String(value);
}
