import type { PageMeta } from "../../model/page.ts";

/** The numbers of the earlier range, and their changes since, if the query compares. */
export interface Compared<Name extends string> {
  readonly previous?: Readonly<Record<Name, number | null>>;
  readonly change?: Readonly<Record<Name, number | null>>;
}

/** A page of a report, whose position has some more numbers. */
export interface ReportPage<Row, More = unknown> {
  readonly data: readonly Row[];
  readonly meta: PageMeta & More;
}
