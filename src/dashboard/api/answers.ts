import type { ImportsMeta } from "../../model/imports-meta.ts";
import type { PageMeta } from "../../model/page.ts";

/** An answer whose days may have been imported as totals. */
export interface WithImports {
  readonly meta?: { readonly imports?: ImportsMeta };
}

/** A page of a list. That of a report may have some more numbers at its position. */
export interface Page<Item, More = unknown> {
  readonly data: readonly Item[];
  readonly meta: PageMeta & More;
}

/** The numbers of the earlier range, and their changes since, if the query compares. */
export interface Compared<Name extends string> {
  readonly previous?: Readonly<Record<Name, number | null>>;
  readonly change?: Readonly<Record<Name, number | null>>;
}
