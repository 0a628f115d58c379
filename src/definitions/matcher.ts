/** Selects events: page views by their page, or custom events by their name, and by their props. */
export interface Matcher {
  readonly type: "page" | "event";
  /** A pattern, as the client wrote it; src/counting/pattern.ts says what it means. */
  readonly value: string;
  /** Key → value, all of which the event must have. */
  readonly props: Readonly<Record<string, string>>;
}
