import { translated } from "./language.ts";
import { format } from "./reader.ts";

/**
 * A sentence about an entry: who did it, the name of what was changed, and the website, which some
 * kinds do not have.
 */
export type AuditSentence = (who: string, name: string, website: string) => string;

const sentences = {
  "sign-in": (who, browser) =>
    browser === "" ? `${who} signed in` : `${who} signed in, ${browser}`,
  "person.invite": (who, name) => `${who} invited ${name}`,
  "person.sign-up": (who) => `${who} signed in for the first time, with the company's account`,
  "person.link": (who, name) => `${who} made a link for ${name}`,
  "person.update": (who, name) => `${who} changed ${name}`,
  "person.delete": (who, name) => `${who} deleted ${name}`,
  "key.create": (who, name) => `${who} made the key ${name}`,
  "key.update": (who, name) => `${who} changed the key ${name}`,
  "key.delete": (who, name) => `${who} deleted the key ${name}`,
  "website.create": (who, _name, website) => `${who} added the website ${website}`,
  "website.update": (who, _name, website) => `${who} changed the website ${website}`,
  "website.delete": (who, _name, website) => `${who} deleted the website ${website}`,
  "goal.create": (who, name, website) => `${who} added the goal ${name} of ${website}`,
  "goal.update": (who, name, website) => `${who} changed the goal ${name} of ${website}`,
  "goal.delete": (who, name, website) => `${who} deleted the goal ${name} of ${website}`,
  "funnel.create": (who, name, website) => `${who} added the funnel ${name} of ${website}`,
  "funnel.update": (who, name, website) => `${who} changed the funnel ${name} of ${website}`,
  "funnel.delete": (who, name, website) => `${who} deleted the funnel ${name} of ${website}`,
  "segment.create": (who, name, website) => `${who} added the segment ${name} of ${website}`,
  "segment.update": (who, name, website) => `${who} changed the segment ${name} of ${website}`,
  "segment.delete": (who, name, website) => `${who} deleted the segment ${name} of ${website}`,
  "annotation.create": (who, name, website) => `${who} added the note “${name}” to ${website}`,
  "annotation.update": (who, name, website) => `${who} changed the note “${name}” on ${website}`,
  "annotation.delete": (who, name, website) => `${who} deleted the note “${name}” on ${website}`,
  "share.create": (who, name, website) => `${who} made the shared link ${name} of ${website}`,
  "share.update": (who, name, website) => `${who} changed the shared link ${name} of ${website}`,
  "share.delete": (who, name, website) => `${who} deleted the shared link ${name} of ${website}`,
  "alert.create": (who, name, website) => `${who} added the alert ${name} of ${website}`,
  "alert.update": (who, name, website) => `${who} changed the alert ${name} of ${website}`,
  "alert.delete": (who, name, website) => `${who} deleted the alert ${name} of ${website}`,
  "email_reports.update": (who, _name, website) =>
    website === ""
      ? `${who} changed their own e-mail reports`
      : `${who} changed the e-mail reports of ${website}`,
  "webhook.create": (who, name) => `${who} added the webhook ${name}`,
  "webhook.update": (who, name) => `${who} changed the webhook ${name}`,
  "webhook.delete": (who, name) => `${who} deleted the webhook ${name}`,
  "import.create": (who, id, website) => `${who} began import ${id} of ${website}`,
  "import.undo": (who, id, website) => `${who} undid import ${id} of ${website}`,
} satisfies Record<string, AuditSentence>;

/** The names of the fields that entries have, by their names in the API. */
const fields = {
  domain: "Domain",
  domain_unicode: "Domain as written",
  timezone: "Time zone",
  language: "Language",
  privacy: "Who can see the statistics",
  password: "Password",
  has_password: "Has a password",
  email: "E-mail",
  exclude_bots: "Exclude bots",
  exclude_ips: "Excluded addresses",
  exclude_params: "Excluded query parameters",
  favorited_at: "Favourite since",
  name: "Name",
  role: "Role",
  state: "State",
  grants: "Websites",
  sign_in: "Ways to sign in",
  may: "Rights",
  websites: "Websites",
  expires_at: "Expires",
  segment_id: "Segment",
  reports: "Reports",
  type: "Kind of event",
  value: "Page or event",
  props: "Properties",
  within: "Time limit",
  steps: "Steps",
  filters: "Filters",
  public: "Viewers see it",
  date: "Day",
  time: "Time",
  text: "Text",
  when: "Rule",
  hours: "Hours",
  pause_minutes: "Least minutes between two messages",
  to: "Recipients",
  enabled: "On",
  day: "Each day",
  week: "Each week",
  month: "Each month",
  send_at: "Sent at",
  url: "Address",
  format: "Form",
  secret: "Secret",
  has_secret: "Has a secret",
  events: "Events",
  failed_at: "Switched off because it failed",
};

/** The texts of the audit list. */
export const auditWords = translated("audit", {
  title: "Audit",
  changes: "Changes",
  hint: "Who signed in, and who changed settings, people, keys and shared links. The days are those of UTC; entries are kept for 400 days.",
  none: "Nothing was changed on these days.",
  from: "From",
  to: "To",

  rootKey: "An API key of the server",
  key: (name: string) => `The key ${name}`,
  nameless: "Somebody without a name",
  sentences,
  ownAccount: (who: string) => `${who} changed their own account`,
  /** Kinds that this release does not know, as the API names them. */
  other: (who: string, kind: string) => `${who}: ${kind}`,
  otherNamed: (who: string, kind: string, name: string) => `${who}: ${kind}, ${name}`,
  numbered: (id: number) => `number ${id}`,

  fields,
  changed: (field: string) => `${field}: changed`,
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  nothing: "none",
  yes: "yes",
  no: "no",
  all: "all",
  privacy: ["public", "private", "with a password"],
  list: (texts: readonly string[]) => format.list(texts, "and"),
});
