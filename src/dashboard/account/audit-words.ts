import type { AuditRecord, PersonRecord } from "../../model/person.ts";
import { domainOf } from "../words/domain-of.ts";
import { grantsText } from "./grants.ts";

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

const things: Readonly<Record<string, string>> = {
  person: "",
  key: "the key",
  share: "the shared link",
};
const verbs: Readonly<Record<string, string>> = {
  create: "added",
  update: "changed",
  delete: "deleted",
  invite: "invited",
  link: "made a link for",
  undo: "undid",
};
const privacies = ["public", "private", "with a password"];

/** Returns who did something, for the beginning of a sentence. */
export function actorText({ kind, name }: AuditRecord["who"]): string {
  if (kind === "root") return "An API key of the server";
  return kind === "key" ? `The key ${name}` : name || "Somebody without a name";
}

/** Returns what was done, as the rest of the sentence. */
export function auditText(record: AuditRecord, names: AuditNames): string {
  const { what, before, after, website_id: websiteId } = record;
  const fields: Fields = { ...before, ...after };
  const label = textOf(fields["label"]);
  if (what === "sign-in") return label === "" ? "signed in" : `signed in, ${label}`;
  const [thing = "", verb = ""] = what.split(".");
  const done = verbs[verb] ?? `${verb.replaceAll("-", " ")}:`;
  if (thing === "person" && verb === "update" && fields["id"] === undefined) {
    return "changed their own account";
  }
  const of =
    thing === "website" || websiteId === null ? "" : ` of ${domainOf(names.websites, websiteId)}`;
  const words = [done, things[thing] ?? `the ${thing}`, nameOf(thing, fields, record, names)];
  return `${words.filter((word) => word !== "").join(" ")}${thing === "person" ? "" : of}`;
}

/** Returns the fields that changed, as they were and as they are. */
export function changesOf({ before, after }: AuditRecord, names: AuditNames): string[] {
  if (before === null || after === null) return [];
  return Object.entries(after)
    .filter(([name]) => name !== "id")
    .map(([name, value]) => {
      const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll("_", " ");
      const old: unknown = (before as Fields)[name];
      // The list has no secrets and no addresses.
      if (old === "hidden") return `${label}: changed`;
      return `${label}: ${valueText(name, old, names)} → ${valueText(name, value, names)}`;
    });
}

function nameOf(thing: string, fields: Fields, record: AuditRecord, names: AuditNames): string {
  const id = Number(fields["person_id"] ?? fields["id"]);
  if (thing === "website" && record.website_id !== null) {
    return textOf(fields["domain"]) || domainOf(names.websites, record.website_id);
  }
  const known: { readonly name: string; readonly email?: string } | undefined =
    thing === "person"
      ? names.people.find((each) => each.id === id)
      : thing === "key"
        ? names.keys.find((each) => each.id === id)
        : undefined;
  return (
    known?.name ||
    known?.email ||
    [fields["name"], fields["email"], fields["domain"], fields["text"]]
      .map(textOf)
      .find((text) => text !== "") ||
    (Number.isNaN(id) ? "" : `number ${id}`)
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function valueText(name: string, value: unknown, names: AuditNames): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name === "privacy") return privacies[Number(value)] ?? String(value);
  if (name === "grants") {
    return grantsText({ role: "member", grants: value as PersonRecord["grants"] }, names.websites);
  }
  if (name === "websites" && Array.isArray(value)) {
    return value.map((id) => domainOf(names.websites, Number(id))).join(", ") || "none";
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) {
    return value.join(", ") || "none";
  }
  return typeof value === "object" ? JSON.stringify(value).slice(0, 120) : String(value);
}
