import type { ReadFilterName } from "../../model/choices.ts";
import type { MissingPath, ReadsRow, UnreadPage } from "../../model/reads.ts";
import { exactly } from "../address/filters.ts";
import type { ReportParams } from "../api/report-path.ts";
import { Icon } from "../components/icon.tsx";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";
import { readsWords as words } from "../words/reads.ts";
import { reportsWords } from "../words/reports.ts";
import type { Column } from "./columns.tsx";
import { readFilters } from "./reads-names.ts";
import { ReadsValue, readsText } from "./reads-value.tsx";

/** A row of any of the lists. */
export type ListRow = { readonly value: string } & Partial<
  Omit<ReadsRow, "value"> & Omit<UnreadPage, "value"> & Omit<MissingPath, "value">
>;

export type ListName = ReadFilterName | "unread" | "missing";
const listNames: readonly ListName[] = [...readFilters, "unread", "missing"];

/** A list of the view: its first rows are on a card, and all of them in a dialog. */
export interface ReadsList {
  readonly title: string;
  readonly hint?: string;
  readonly report: string;
  readonly params: ReportParams;
  readonly columns: readonly [Column<ListRow>, ...Column<ListRow>[]];
  /** The column that the API sorts by unless it is told otherwise, and that has the bars. */
  readonly sort: "reads" | "pageviews";
  readonly empty: string;
}

/** Returns the list of a name in the address; undefined if there is none. */
export function listNamed(name: string | undefined): ListName | undefined {
  return listNames.find((each) => each === name);
}

interface ListState {
  readonly timezone: string;
  /** The purpose for which nobody read the unread pages; undefined for any. */
  readonly purpose: string | undefined;
}

export function readsList(name: ListName, { timezone, purpose }: ListState): ReadsList {
  if (name === "unread") {
    return {
      title: words.unread,
      hint: words.unreadHint,
      report: "reads/unread",
      params: purpose === undefined ? {} : { "filter[purpose]": exactly(purpose) },
      columns: [valueColumn("page"), numberColumn("pageviews", metricsWords.names.pageviews)],
      sort: "pageviews",
      empty: words.noUnread,
    };
  }
  const shared = { sort: "reads", params: {} } as const;
  if (name === "missing") {
    return {
      ...shared,
      title: words.missing,
      hint: words.missingHint,
      report: "reads/missing",
      columns: [valueColumn("page"), askedByColumn, numberColumn("reads", words.reads)],
      empty: words.noMissing,
    };
  }
  const isOfReaders = name === "reader";
  const numbers = [
    numberColumn("reads", words.reads),
    ...(name === "page" ? [] : [numberColumn("pages", words.many.page)]),
    ...(isOfReaders ? [lastColumn(timezone)] : []),
  ];
  return {
    ...shared,
    title: words.many[name],
    report: "reads",
    params: { by: name },
    columns: [valueColumn(name), ...(isOfReaders ? readerColumns : []), ...numbers],
    empty: reportsWords.noData,
  };
}

function valueColumn(name: ReadFilterName): Column<ListRow> {
  return {
    name: "value",
    label: words.one[name],
    show: ({ value }) => <ReadsValue name={name} value={value} />,
    isSorted: true,
  };
}

function numberColumn(name: "reads" | "pages" | "pageviews", label: string): Column<ListRow> {
  return { name, label, show: (row) => format.count(row[name] ?? 0), isSorted: true };
}

const readerColumns: readonly Column<ListRow>[] = [
  {
    name: "operator",
    label: words.one.operator,
    show: ({ operator = "" }) => readsText("operator", operator),
  },
  {
    name: "purpose",
    label: words.one.purpose,
    show: ({ purpose = "other" }) => words.values.purpose[purpose],
  },
  {
    name: "verified_reads",
    label: words.verified,
    show: ({ verified_reads = 0, reads = 0 }) => <Verified share={verified_reads / reads} />,
    isSorted: true,
  },
];

/** Marks readers whose reads came from addresses that their operator has published. */
function Verified({ share }: { readonly share: number }) {
  if (share === 0) return <span class="muted">–</span>;
  if (share < 1) return <>{format.percent(share)}</>;
  return (
    <span class="verified">
      <Icon name="check" />
      {words.values.verified.yes}
    </span>
  );
}

function lastColumn(timezone: string): Column<ListRow> {
  return {
    name: "last_at",
    label: words.lastRead,
    show: ({ last_at }) => last_at && format.moment(last_at, timezone),
    isSorted: true,
  };
}

const namesShown = 2;

const askedByColumn: Column<ListRow> = {
  name: "readers",
  label: words.askedBy,
  show: ({ readers = [] }) => {
    const names = readers.map((reader) => readsText("reader", reader));
    const shown = names.slice(0, namesShown).join(", ");
    const more = names.length - namesShown;
    return (
      <span title={names.join(", ")}>
        {more > 0 ? words.andMore(shown, format.count(more)) : shown}
      </span>
    );
  },
};
