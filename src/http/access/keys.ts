/** The secrets of a server, which are the same in all its processes. */
export interface Keys {
  /** The API keys. Each of them gives access to everything. */
  readonly api: readonly string[];
  /** Signs cookies. */
  readonly cookie: string;
  /** Makes the first owner: the text behind `#` of `/start`. */
  readonly start: string;
  /** Signs unsubscribe links. */
  readonly mail: string;
}
