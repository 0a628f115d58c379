/** Filters under a name. */
export interface Segment {
  /** Unique among the website's segments. */
  readonly name: string;
  /** Name of each filter → its values, as in a query. */
  readonly filters: FilterLists;
  /** 1 if viewers see it. */
  readonly public: 0 | 1;
}

export type FilterLists = Readonly<Record<string, readonly string[]>>;
