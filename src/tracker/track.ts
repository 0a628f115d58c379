/** The optional parts of a custom event. Plausible's trackers take the same. */
export interface EventOptions {
  /** At most 30 texts, numbers or booleans, or a JSON string with that object. */
  readonly props?:
    | Readonly<Record<string, string | number | boolean | null | undefined>>
    | string
    | undefined;
  /** Amount and ISO 4217 currency. */
  readonly revenue?: { readonly amount: number; readonly currency: string } | undefined;
  /** URL of the page, instead of the latest page view's. */
  readonly u?: string | undefined;
  /**
   * Gets the answer when it is there, or an object without `status` if there is none. Gets nothing
   * if the visitor is ignored.
   */
  readonly callback?: (answer?: { readonly status?: number }) => void;
}

/**
 * Sends a custom event. Events before the first page view wait for it. As the tracker counts page
 * views by itself, `pageview` is only sent with a `u`.
 */
export type Track = (name: string, options?: EventOptions) => void;
