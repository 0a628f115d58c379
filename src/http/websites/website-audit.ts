import type { AuditView, StoreEntry } from "../../access/audit.ts";
import type { Note } from "../../base/records.ts";
import type { EmailReports, Website } from "../../websites/website.ts";
import type { WebsiteRecords } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import { shownReports } from "../notifications/shown-reports.ts";
import { showPageRule } from "../params/page-rules.ts";
import { toRecord } from "./website-fields.ts";

/** Returns the function that notes changes of websites in the audit list. */
export function noteWebsites(
  store: StoreEntry,
  websites: () => Pick<Websites, "shardOf">,
): Note<WebsiteRecords> {
  return ({ by, what, before, after }) => {
    const websiteId = (after ?? before)?.id;
    if (what === "email_reports.update") {
      const view = (of: Website | undefined) => of && reportsView(of.emailReports);
      return store({ by, what, websiteId, before: view(before), after: view(after) });
    }
    if (what === "page_rules.update") {
      const view = (of: Website | undefined) => of && rulesView(of);
      return store({ by, what, websiteId, before: view(before), after: view(after) });
    }
    const view = (of: Website | undefined) => of && viewOf(of, websites());
    const done = before === undefined ? "create" : after === undefined ? "delete" : "update";
    const change = { by, what: what ?? `website.${done}`, websiteId };
    return store({ ...change, before: view(before), after: view(after) });
  };
}

function viewOf(website: Website, websites: Pick<Websites, "shardOf">): AuditView {
  const { exclude_ips, ...shown } = toRecord(website, websites);
  return { shown, hidden: { password: website.passwordHash, exclude_ips } };
}

function rulesView({ pageRules }: Website): AuditView {
  return { shown: { rules: pageRules.map(showPageRule) } };
}

function reportsView(reports: EmailReports): AuditView {
  return { shown: shownReports(reports) };
}
