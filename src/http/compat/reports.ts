import { TimeSlices } from "../../base/async/time-slices.ts";
import type { DayRange } from "../../base/calendar.ts";
import type { Live } from "../../model/live.ts";
import type { Summary } from "../../model/summary.ts";
import { breakdownReport } from "../../stats/breakdown.ts";
import { toExactStat, toStat } from "../../stats/breakdown-comparison.ts";
import type { Answer } from "../../stats/day-states.ts";
import { goalBreakdownReport } from "../../stats/goal-breakdown.ts";
import { goalsReport } from "../../stats/goals.ts";
import type { PagePosition, RowPage } from "../../stats/listing.ts";
import { liveQuery } from "../../stats/live.ts";
import type { CurrencySum } from "../../stats/money.ts";
import { propValuesReport } from "../../stats/prop-values.ts";
import type { QueryCaller } from "../../stats/query-scheduler.ts";
import type { Report, ReportQuery } from "../../stats/report.ts";
import { revenueReport } from "../../stats/revenue.ts";
import { roundSummary, summary } from "../../stats/summary.ts";
import { withCode } from "../answers/value-code.ts";
import { breakdownRoute } from "../reports/breakdown-route.ts";
import { eventBreakdownRoute, goalBreakdownRoute } from "../reports/goal-breakdown-route.ts";
import { goalStatsRoute } from "../reports/goal-stats-route.ts";
import { propValueRoute } from "../reports/props-route.ts";
import { revenueRoute } from "../reports/revenue-route.ts";
import type { Site } from "../reports/site.ts";
import { summaryRoute } from "../reports/summary-route.ts";
import { demand } from "./refusals.ts";

/** The parameters of one of our reports; `filter` has the values of each filter by its name. */
export type Params = Readonly<Record<string, unknown>>;

/** Returns the parameter `filter` for filters that each have a name and a value. */
export function gatherFilters(
  filters: readonly (readonly [name: string, value: string])[],
): Params {
  const filter: Record<string, string[]> = {};
  for (const [name, value] of filters) filter[name] = [...(filter[name] ?? []), value];
  return filters.length > 0 ? { filter } : {};
}

/** A sum of money, as products in floating-point numbers have it. */
export interface Money {
  readonly currency: string;
  readonly amount: number;
}

/** Rows of an answer at most. One statement reads all of them. */
const rowsMax = 10_000;

/**
 * The reports about one website, as those ask them who translate the questions of other products.
 * Parameters are checked, and numbers counted, as for the routes of the reports. Each question is
 * one statement, which ends with the caller. Methods reject with the `Problem` that the route would
 * answer with.
 */
export class Reports {
  readonly site: Site;
  readonly #caller: QueryCaller;
  readonly #nowMs: number;

  constructor(site: Site, caller: QueryCaller, nowMs: number) {
    this.site = site;
    this.#caller = caller;
    this.#nowMs = nowMs;
  }

  /** Resolves with values of a dimension: all of them, or the first ones, perhaps unrounded. */
  async breakdown(params: Params, { limit = rowsMax + 1, isExact = false } = {}) {
    const query = await breakdownRoute.read(params, this.#asking());
    const rows = await this.#rows(breakdownReport, query, limit);
    const toRecord = isExact ? toExactStat : toStat;
    return mapInSlices(rows, (row) => withCode(toRecord(query, row), query.dimension));
  }

  /** Resolves with what the visitors of each value of a dimension did for a goal. */
  async goal(goalId: number, params: Params) {
    const asking = this.#asking({ goal_id: String(goalId) });
    return this.#conversions(await goalBreakdownRoute.read(params, asking));
  }

  /** Resolves with the custom events of the visitors of each value of a dimension. */
  async events(params: Params) {
    return this.#conversions(await eventBreakdownRoute.read(params, this.#asking()));
  }

  async #conversions({ query }: Awaited<ReturnType<typeof goalBreakdownRoute.read>>) {
    const rows = await this.#rows(goalBreakdownReport, query);
    return mapInSlices(rows, (row) =>
      withCode({ ...row, revenue: toMoney(row.revenue) }, query.dimension),
    );
  }

  /** Resolves with the goals of the website and their numbers, and with the visitors of all. */
  async goals(params: Params) {
    const { goals, query } = await goalStatsRoute.read(params, this.#asking());
    const totals = await this.#answer(goalsReport, query);
    return goals.map(({ id, content }, nth) => {
      const numbers = totals.goals[nth] ?? { visitors: 0, conversions: 0, revenue: [] };
      return { ...numbers, id, name: content.name, revenue: toMoney(numbers.revenue) };
    });
  }

  /** Resolves with the values under a key of props. */
  async prop(key: string, params: Params) {
    const query = await propValueRoute.read(params, this.#asking({ key }));
    const rows = await this.#rows(propValuesReport, query);
    return mapInSlices(rows, (row) => ({ ...row, revenue: toMoney(row.revenue) }));
  }

  /** Resolves with the revenue by currency. */
  async revenue(params: Params) {
    return this.#rows(revenueReport, await revenueRoute.read(params, this.#asking()));
  }

  /** Resolves with the days in numbers, perhaps unrounded, and with their imported days. */
  async summary(params: Params, { isExact = false } = {}) {
    const { statistics } = this.site;
    const query = await summaryRoute.read(params, this.#asking());
    const { value, imports } = await this.#while(summary(statistics, query, this.#caller));
    const data: Summary = isExact ? value : roundSummary(value);
    return { data, importedDays: imports?.days ?? 0 };
  }

  /** Resolves with the days before a range, with which `compare=previous` compares it. */
  async daysBefore({ from, to }: DayRange): Promise<DayRange> {
    const params = { from, to, compare: "previous" };
    const { earlier } = await summaryRoute.read(params, this.#asking());
    if (earlier === undefined) throw new Error("a comparison has an earlier range");
    return { from: earlier.from, to: earlier.to };
  }

  /** Resolves with the live view. */
  async live(): Promise<Live> {
    const { website, statistics, forced } = this.site;
    const query = liveQuery(website, this.#nowMs, forced);
    return (await this.#while(statistics.live(query, this.#caller))).value;
  }

  #asking(path = {}) {
    return { site: this.site, nowMs: this.#nowMs, path };
  }

  async #rows<Query extends ReportQuery & PagePosition, Page extends RowPage<unknown>>(
    report: Report<Query, Page>,
    query: Query,
    limit = rowsMax + 1,
  ): Promise<Page["rows"]> {
    const { rows, total } = await this.#answer(report, { ...query, limit, offset: 0 });
    const isRead = limit <= rowsMax || total <= rowsMax;
    demand(isRead, `There are ${total} values, and at most ${rowsMax} can be read`);
    return rows;
  }

  async #answer<Query extends ReportQuery, Value>(report: Report<Query, Value>, query: Query) {
    const { value } = await this.#while(this.site.statistics.report(report, query, this.#caller));
    return value;
  }

  /** Resolves with an answer, unless the website has moved or was deleted meanwhile. */
  async #while<Value>(asked: Promise<Answer<Value>>): Promise<Answer<Value>> {
    const answer = await asked;
    await this.site.stays();
    return answer;
  }
}

/** Maps thousands of rows, and lets other requests run in between. */
async function mapInSlices<Row, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Promise<Item[]> {
  const slices = new TimeSlices();
  const items: Item[] = [];
  for (const row of rows) {
    await slices.pause();
    items.push(toItem(row));
  }
  return items;
}

function toMoney(sums: readonly CurrencySum[]): Money[] {
  return sums.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}
