import type { AccessRecord, AccessRecords } from "../../access/access-set.ts";
import type { AuditView, StoreEntry } from "../../access/audit.ts";
import type { MadeChange, Note } from "../../base/records.ts";
import type { Websites } from "../../websites/websites.ts";
import { shownPersonReports } from "../notifications/shown-reports.ts";
import { toWebhookRecord } from "../notifications/webhook-records.ts";
import { toKeyRecord } from "./key-records.ts";
import { toPersonRecord } from "./person-records.ts";

type Known = Pick<Websites, "all">;
type Views = {
  readonly [K in keyof AccessRecords]: (record: AccessRecord<K>, websites: Known) => AuditView;
};

const views: Views = {
  key: (key, websites) => ({ shown: toKeyRecord(key, websites) }),
  person: (person, websites) => ({
    shown: toPersonRecord(person, websites),
    others: { language: person.content.language ?? null },
    hidden: { password: person.content.passwordHash },
  }),
  session: ({ id, content: { label } }) => ({ shown: { session_id: id, label } }),
  webhook: (webhook) => ({
    shown: toWebhookRecord(webhook, undefined),
    hidden: { secret: webhook.content.secret },
  }),
};

const viewsOfAll: Readonly<Record<keyof AccessRecords, (record: never, of: Known) => AuditView>> =
  views;

/** Returns the function that notes changes of keys, people and webhooks in the audit list. */
export function noteAccess(store: StoreEntry, websites: () => Known): Note<AccessRecords> {
  return async (change) => {
    const { by, kind, websiteId } = change;
    const what = whatOf(change);
    const [before, after] = [change.before, change.after].map((record) => {
      return record && viewOf(what, kind, record, websites());
    });
    // It tells of the link, and not of what the person had before.
    const isLink = what === "person.link";
    await store({ by, what, websiteId, before: isLink ? undefined : before, after });
  };
}

function whatOf({ by, kind, what, before, after }: MadeChange<AccessRecords>): string {
  if (what !== undefined) return what;
  if (after === undefined) return `${kind}.delete`;
  if (before !== undefined) return `${kind}.update`;
  if (kind !== "person") return `${kind}.create`;
  return by.kind === "person" && by.id === after.id ? "person.sign-up" : "person.invite";
}

function viewOf(
  what: string,
  kind: keyof AccessRecords,
  record: AccessRecords[keyof AccessRecords],
  websites: Known,
): AuditView {
  if (kind !== "person") return viewsOfAll[kind](record as never, websites);
  const { id, content } = record as AccessRecord<"person">;
  if (what === "email_reports.update") {
    return { shown: { id, ...shownPersonReports(content.emailReports) } };
  }
  if (what !== "person.link") return views.person({ id, content }, websites);
  return { shown: { kind: content.link?.kind, person_id: id, name: content.name } };
}
