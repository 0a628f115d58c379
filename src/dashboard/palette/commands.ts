import type { ViewRecord } from "../../model/view.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { usualComparison } from "../address/comparison.ts";
import { isDimension, isOfDays } from "../address/dimension-words.ts";
import { exactly, type Filter, groupFilters, hasFilter, textOfGroup } from "../address/filters.ts";
import { rangeNames } from "../address/ranges.ts";
import { noReport, reportViews } from "../address/report-query.ts";
import { readViewQuery } from "../address/saved-view.ts";
import {
  type WebsiteQuery,
  type WebsiteView,
  writeWebsiteQuery,
} from "../address/website-query.ts";
import { type Me, may } from "../api/me.ts";
import type { Site } from "../site/site.ts";
import { accountMenuWords } from "../words/account-menu.ts";
import { commonWords } from "../words/common.ts";
import { filtersWords } from "../words/filters.ts";
import { paletteWords as words } from "../words/palette.ts";
import { rangesWords } from "../words/ranges.ts";
import { format } from "../words/reader.ts";
import { reportTabsWords } from "../words/report-tabs.ts";
import { viewWords } from "../words/views.ts";

/** Something that the palette offers: an address to go to. */
export interface Command {
  /** Stands for it among the recent ones. It never changes. */
  readonly id: string;
  readonly label: string;
  /** Says what kind of command it is. */
  readonly group: string;
  readonly href: string;
  /** Whether the address opens a dialog. */
  readonly opens?: boolean;
  /** Whether the address is no page of the dashboard. */
  readonly isOutside?: boolean;
}

type CommandSite = Pick<Site, "domain" | "query" | "hrefWith" | "mayWrite">;

/** A page of the account, and whether only those have it who manage access. */
interface AccountPage {
  readonly path: string;
  readonly label: string;
  readonly isForAdmins: boolean;
}

/** The things that commands follow from. */
export interface Offered {
  readonly me: Me | undefined;
  /** The website of the page; undefined on other pages. */
  readonly site: CommandSite | undefined;
  readonly accountPages: readonly AccountPage[];
  readonly websites: readonly WebsiteRecord[];
  readonly savedViews: readonly ViewRecord[];
}

/** Returns all commands but those that filter by a value. */
export function commandsOf(offered: Offered): readonly Command[] {
  const { me, site, accountPages, websites, savedViews } = offered;
  return [
    ...(site ? ofSite(site, savedViews) : []),
    ...websites
      .filter(({ domain }) => domain !== site?.domain)
      .map(({ domain, domain_unicode: label }) => toWebsite(domain, label, site?.query)),
    { id: "page:/", label: words.allWebsites, group: words.websites, href: "/" },
    ...(may(me, "create")
      ? [
          {
            id: "do:add",
            label: words.addWebsite,
            group: words.actions,
            href: "/?add=",
            opens: true,
          },
        ]
      : []),
    ...accountPages
      .filter(({ isForAdmins }) => !isForAdmins || may(me, "admin"))
      .map(({ path, label }) => ({
        id: `page:${path}`,
        label,
        group: accountMenuWords.title,
        href: path,
      })),
    ...Object.entries(words.docs).map(([page, label]) => ({
      id: `docs:${page}`,
      label,
      group: commonWords.help,
      href: `/docs/${page === "start" ? "" : page}`,
      isOutside: true,
    })),
  ];
}

/** Leads to another website, in the same view and for the same days. */
function toWebsite(domain: string, label: string, query: WebsiteQuery | undefined): Command {
  const kept = query && { filters: [], segment: undefined, open: undefined, report: noReport };
  const search = query ? writeWebsiteQuery({ ...query, ...kept }) : "";
  return { id: `website:${domain}`, label, group: words.websites, href: `/${domain}${search}` };
}

function ofSite(site: CommandSite, savedViews: readonly ViewRecord[]): readonly Command[] {
  const { domain, hrefWith, mayWrite } = site;
  const to = (id: string, label: string, group: string, change: Partial<WebsiteQuery>) => ({
    id,
    label,
    group,
    href: hrefWith({ open: undefined, ...change }),
    opens: change.open !== undefined,
  });
  const act = (id: string, label: string, change: Partial<WebsiteQuery>) =>
    to(`do:${id}`, label, words.actions, change);
  const year = { ...usualComparison, mode: "year" };
  const adding = { ...noReport, form: "new" } as const;
  const settings: readonly Exclude<WebsiteView, keyof typeof reportTabsWords.names>[] = mayWrite
    ? ["tracking-check", "sharing", "notifications", "settings", "what-counts"]
    : ["tracking-check", "what-counts"];
  return [
    ...savedViews.map(({ id, name, query: text }) =>
      to(`saved:${domain}:${id}`, name, filtersWords.views, readViewQuery(text)),
    ),
    act("year", words.compareYear, { comparison: year }),
    act("previous", words.comparePrevious, { comparison: usualComparison }),
    act("uncompared", words.compareOff, { comparison: undefined }),
    act("filter", words.addFilter, { open: "filter" }),
    act("all", words.noFilters, { filters: [], segment: undefined }),
    act("segments", filtersWords.segments, { open: "segments" }),
    act("views", filtersWords.views, { open: "views" }),
    ...(mayWrite
      ? (["goals", "funnels"] as const).map((view) =>
          act(view, reportTabsWords.add[view], { view, report: adding }),
        )
      : []),
    ...rangeNames.map((range) =>
      to(`range:${range}`, rangesWords.names[range], rangesWords.picker, {
        range,
        interval: undefined,
      }),
    ),
    to("report:statistics", reportTabsWords.names.overview, reportTabsWords.tabs, {
      view: "statistics",
    }),
    ...reportViews.map((view) =>
      to(`report:${view}`, reportTabsWords.names[view], reportTabsWords.tabs, {
        view,
        report: noReport,
      }),
    ),
    ...(["import", ...settings] as const).map((view) =>
      to(`view:${view}`, viewWords[view], viewWords.label, { view }),
    ),
  ];
}

/** Filters by a value of a dimension, beside the filters that there are. */
export function byValue(site: CommandSite, { name, value }: Filter): Command {
  const { domain, query, hrefWith } = site;
  const filter = { name, value };
  const isOn = hasFilter(query.filters, filter);
  const filters = isOn ? query.filters : [...query.filters, filter];
  const [group] = groupFilters([filter]);
  return {
    id: `value:${domain}:${name}:${value}`,
    label: group ? textOfGroup(group, (texts) => format.list(texts, "or")) : value,
    group: filtersWords.filter,
    href: hrefWith({ filters, open: undefined }),
  };
}

/** Returns the filter by exactly this value. */
export function filterOf(name: Filter["name"], value: string): Filter {
  return { name, value: exactly(value) };
}

/** Returns the command of an id that filters by a value of the website; undefined for others. */
export function commandOfValue(site: CommandSite, id: string): Command | undefined {
  const [, domain, name = "", value] = /^value:([^:]+):(\w+):(.+)$/s.exec(id) ?? [];
  if (domain !== site.domain || value === undefined) return undefined;
  return isDimension(name) && !isOfDays(name) ? byValue(site, { name, value }) : undefined;
}
