/** The secrets of one Footfall, the same in all its processes. */
export interface Keys {
  /** API keys. Each one alone opens everything. */
  readonly api: readonly string[];
  /** Signs cookies. */
  readonly cookie: string;
  /** Signs unsubscribe links. */
  readonly mail: string;
}
