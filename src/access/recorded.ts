/** A record of which a server keeps the changes. */
export interface Recorded<Content> {
  /** Ids rise within a kind, and are never reused. */
  readonly id: number;
  readonly content: Content;
}
