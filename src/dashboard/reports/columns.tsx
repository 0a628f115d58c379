import type { ComponentChildren } from "preact";
import type { Money } from "../../model/money.ts";
import type { DimensionName } from "../address/dimension-words.ts";
import { DimensionValue } from "../statistics/breakdown-table.tsx";
import { formatMoney } from "../words/money.ts";
import { format } from "../words/reader.ts";
import { reportsWords } from "../words/reports.ts";
import { percentOrNone } from "./percent.ts";

/** A column of a report's table. */
export interface Column<Row> {
  /** The name by which the API sorts, or that no other column has. */
  readonly name: string;
  readonly label: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Whether the API sorts by the column. */
  readonly isSorted?: boolean;
  /** Explains the label. */
  readonly hint?: string;
  /** Whether the column has links about the row. Only screen readers have its label. */
  readonly hasActions?: boolean;
}

/** Returns a column of whole numbers that the API sorts by. */
export function countColumn<Name extends string>(
  name: Name,
  label: string,
): Column<Readonly<Record<Name, number>>> {
  return { name, label, show: (row) => format.count(row[name]), isSorted: true };
}

/** Returns a column of shares from 0 to 1 that the API sorts by. `part` names what is counted. */
export function rateColumn<Part extends string>(
  part: Part,
  label: string,
): Column<{ readonly conversion_rate: number | null } & Readonly<Record<Part, number>>> {
  const name = "conversion_rate";
  return { name, label, show: (row) => percentOrNone(row[name], row[part]), isSorted: true };
}

export const revenueColumn: Column<{ readonly revenue: readonly Money[] }> = {
  name: "revenue",
  label: reportsWords.revenue,
  show: ({ revenue }) => <Amounts of={revenue} />,
};

/** Returns the column of a dimension's values, each of which is a filter. */
export function valueColumn(
  name: DimensionName,
  label: string,
): Column<{ readonly value: string; readonly code?: string | null }> {
  return {
    name: "value",
    label,
    show: (stat) => <DimensionValue name={name} stat={stat} />,
    isSorted: true,
  };
}

/** Shows amounts of money, one line for each currency. */
export function Amounts({ of }: { readonly of: readonly Money[] }) {
  if (of.length === 0) return <span class="muted">–</span>;
  return (
    <>
      {of.map(({ amount, currency }) => (
        <span key={currency} class="amount">
          {formatMoney(amount, currency)}
        </span>
      ))}
    </>
  );
}
