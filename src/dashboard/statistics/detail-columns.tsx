import type { Stat } from "../../model/stat.ts";
import {
  countOf,
  type DimensionName,
  isOfDays,
  measureOf,
  wordsOf,
} from "../address/dimension-words.ts";
import type { StatSort } from "../address/website-query.ts";
import { Change } from "../components/change.tsx";
import { Link } from "../components/link.tsx";
import { cardsWords } from "../words/cards.ts";
import { detailsWords } from "../words/details.ts";
import { format } from "../words/reader.ts";
import type { StatColumn } from "./breakdown-table.tsx";

type NumberName = Exclude<StatSort, "count" | "value" | "change">;

const texts: Readonly<Record<NumberName, (value: number) => string>> = {
  visitors: format.count,
  pageviews: format.count,
  bounce_rate: format.percent,
  visit_duration: format.duration,
  engagement_seconds: format.duration,
  scroll_depth: (value) => format.percent(value / 100),
};

/** Returns the numbers that the values of a dimension have beside the main one. */
function numbersOf(name: DimensionName): readonly NumberName[] {
  const counts = countOf(name);
  const plain = [
    ...(counts === "visitors" ? [] : (["visitors"] as const)),
    ...(counts === "pageviews" || name === "event" ? [] : (["pageviews"] as const)),
  ];
  if (name === "event") return plain;
  if (name === "page") return [...plain, "engagement_seconds", "scroll_depth"];
  const ofVisits = ["bounce_rate", "visit_duration"] as const;
  return isOfDays(name) ? [...plain, ...ofVisits, "engagement_seconds"] : [...plain, ...ofVisits];
}

/** Returns what a list is sorted by: what is asked for, or the main number if it lacks that. */
export function sortOf(name: DimensionName, asked: StatSort, isCompared: boolean): StatSort {
  if (asked === "count" || asked === "value") return asked;
  const has = asked === "change" ? isCompared : numbersOf(name).includes(asked);
  return has ? asked : "count";
}

/** Returns the values with the greatest rise first. Those without a change come last. */
export function byChange(stats: readonly Stat[]): Stat[] {
  const changeOf = ({ change }: Stat) => change?.count ?? Number.NEGATIVE_INFINITY;
  return stats.toSorted((a, b) => changeOf(b) - changeOf(a) || b.count - a.count);
}

interface DetailsQuery {
  readonly name: DimensionName;
  readonly sort: StatSort;
  /** Whether the values are compared with those of an earlier period. */
  readonly isCompared: boolean;
  /** Returns the address that sorts by a number. */
  readonly sortHref: (sort: StatSort) => string;
}

/** Returns the columns of a list of all values, and the heads that sort by them. */
export function detailColumns({ name, sort, isCompared, sortHref }: DetailsQuery) {
  const { one } = wordsOf(name);
  const head = (by: StatSort, label: string, title = detailsWords.sortBy(label)) => ({
    head: (
      <Link href={sortHref(by)} title={title} replace>
        {label}
      </Link>
    ),
    isSorted: sort === by,
  });
  const columns = numbersOf(name).map(
    (number): StatColumn => ({
      name: number,
      ...head(number, detailsWords.columns[number]),
      show: (stat) => numberText(stat[number], texts[number]),
      isMore: number !== "visitors" && number !== "pageviews",
    }),
  );
  const change: StatColumn = {
    name: "change",
    ...head("change", detailsWords.change, detailsWords.sortByChange),
    show: (stat: Stat) => stat.change && <Change change={stat.change.count ?? null} />,
    isMore: true,
  };
  return {
    columns: isCompared ? [...columns, change] : columns,
    heads: {
      value: head("value", isOfDays(name) ? cardsWords.day : one),
      count: head("count", measureOf(name)),
    },
  };
}

function numberText(value: number | null | undefined, text: (value: number) => string): string {
  return value === null || value === undefined ? "–" : text(value);
}
