import type { HiddenMeta } from "../../model/hidden-meta.ts";
import type { ImportsMeta } from "../../model/imports-meta.ts";
import type { PageMeta } from "../../model/page.ts";

/** An answer that says which days were imported as totals, and what conditions hide. */
export interface WithMeta {
  readonly meta?: { readonly imports?: ImportsMeta; readonly hidden?: HiddenMeta };
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
