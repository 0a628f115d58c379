import type { accountWords } from "./account.ts";
import type { accountMenuWords } from "./account-menu.ts";
import type { auditWords } from "./audit.ts";
import type { cardsWords } from "./cards.ts";
import type { changesWords } from "./changes.ts";
import type { chartWords } from "./chart.ts";
import type { commonWords } from "./common.ts";
import type { conditionsWords } from "./conditions.ts";
import type { correctionsWords } from "./corrections.ts";
import type { detailsWords } from "./details.ts";
import type { dimensionsWords } from "./dimensions.ts";
import type { engagementWords } from "./engagement.ts";
import type { entriesWords } from "./entries.ts";
import type { failureWords } from "./failures.ts";
import type { fieldErrorWords } from "./field-errors.ts";
import type { filterDialogWords } from "./filter-dialog.ts";
import type { filtersWords } from "./filters.ts";
import type { formatWords } from "./format-words.ts";
import type { funnelsWords } from "./funnels.ts";
import type { gatesWords } from "./gates.ts";
import type { goalsWords } from "./goals.ts";
import type { helpTextWords } from "./help.ts";
import type { helpWords } from "./help-button.ts";
import type { hiddenWords } from "./hidden.ts";
import type { importedDaysWords } from "./imported-days.ts";
import type { importsWords } from "./imports.ts";
import type { journeysWords } from "./journeys.ts";
import type { linkPagesWords } from "./link-pages.ts";
import type { liveWords } from "./live.ts";
import type { mapWords } from "./map.ts";
import type { matchersWords } from "./matchers.ts";
import type { metricsWords } from "./metrics.ts";
import type { noPageWords } from "./no-page.ts";
import type { notFoundWords } from "./not-found.ts";
import type { notesWords } from "./notes.ts";
import type { notificationsWords } from "./notifications.ts";
import type { pageNamesWords } from "./page-names.ts";
import type { paletteWords } from "./palette.ts";
import type { problemsWords } from "./problems.ts";
import type { propertiesWords } from "./properties.ts";
import type { rangesWords } from "./ranges.ts";
import type { readsWords } from "./reads.ts";
import type { reportTabsWords } from "./report-tabs.ts";
import type { reportsWords } from "./reports.ts";
import type { revenueWords } from "./revenue.ts";
import type { savedViewsWords } from "./saved-views.ts";
import type { segmentsWords } from "./segments.ts";
import type { settingsWords } from "./settings.ts";
import type { sharingWords } from "./sharing.ts";
import type { shortcutsWords } from "./shortcuts.ts";
import type { statisticsWords } from "./statistics.ts";
import type { switcherWords } from "./switcher.ts";
import type { trackingWords } from "./tracking.ts";
import type { valuesWords } from "./values.ts";
import type { viewWords } from "./views.ts";
import type { websitesWords } from "./websites.ts";
import type { weekWords } from "./week.ts";

/** The tables of the page's own script, which are needed before anything is drawn, by area. */
export interface FirstTables {
  readonly "account-menu": typeof accountMenuWords;
  readonly failures: typeof failureWords;
  readonly filters: typeof filtersWords;
  readonly values: typeof valuesWords;
  readonly dimensions: typeof dimensionsWords;
  readonly "format-words": typeof formatWords;
  readonly common: typeof commonWords;
  readonly "no-page": typeof noPageWords;
  readonly ranges: typeof rangesWords;
  readonly "report-tabs": typeof reportTabsWords;
  readonly statistics: typeof statisticsWords;
  readonly "help-button": typeof helpWords;
  readonly cards: typeof cardsWords;
  readonly chart: typeof chartWords;
  readonly metrics: typeof metricsWords;
  readonly views: typeof viewWords;
}

/** The tables of what loads later: statistics, reports and the list of websites. */
export interface StatisticsTables {
  readonly help: typeof helpTextWords;
  readonly "imported-days": typeof importedDaysWords;
  readonly hidden: typeof hiddenWords;
  readonly changes: typeof changesWords;
  readonly "not-found": typeof notFoundWords;
  readonly engagement: typeof engagementWords;
  readonly reads: typeof readsWords;
  readonly reports: typeof reportsWords;
  readonly funnels: typeof funnelsWords;
  readonly matchers: typeof matchersWords;
  readonly goals: typeof goalsWords;
  readonly journeys: typeof journeysWords;
  readonly properties: typeof propertiesWords;
  readonly revenue: typeof revenueWords;
  readonly shortcuts: typeof shortcutsWords;
  readonly palette: typeof paletteWords;
  readonly switcher: typeof switcherWords;
  readonly notes: typeof notesWords;
  readonly details: typeof detailsWords;
  readonly "filter-dialog": typeof filterDialogWords;
  readonly live: typeof liveWords;
  readonly "saved-views": typeof savedViewsWords;
  readonly segments: typeof segmentsWords;
  readonly websites: typeof websitesWords;
  readonly week: typeof weekWords;
  readonly map: typeof mapWords;
}

/** The tables of what loads later: sign-in, the account, and a website's settings and sharing. */
export interface SettingsTables {
  readonly entries: typeof entriesWords;
  readonly "link-pages": typeof linkPagesWords;
  readonly gates: typeof gatesWords;
  readonly account: typeof accountWords;
  readonly audit: typeof auditWords;
  readonly sharing: typeof sharingWords;
  readonly tracking: typeof trackingWords;
  readonly settings: typeof settingsWords;
}

/** The tables of what loads later: what changes events, and says which of them count. */
export interface EventsTables {
  readonly imports: typeof importsWords;
  readonly conditions: typeof conditionsWords;
  readonly corrections: typeof correctionsWords;
  readonly "page-names": typeof pageNamesWords;
}

/** The tables of what loads later: wrong fields, failures and notifications. */
export interface MessagesTables {
  readonly "field-errors": typeof fieldErrorWords;
  readonly notifications: typeof notificationsWords;
  readonly problems: typeof problemsWords;
}

/** All tables of a language. */
export interface Tables
  extends FirstTables,
    StatisticsTables,
    SettingsTables,
    EventsTables,
    MessagesTables {}
