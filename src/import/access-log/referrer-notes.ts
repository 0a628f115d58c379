import type { LogFormat, LogLine } from "./log-format.ts";

/** Finds the formats whose lines never said where a visitor came from. */
export class ReferrerNotes {
  readonly #hasReferrers = new Map<LogFormat, boolean>();

  see(format: LogFormat | undefined, { referrer }: LogLine): void {
    if (format === undefined || this.#hasReferrers.get(format) === true) return;
    this.#hasReferrers.set(format, referrer !== undefined);
  }

  list(): string[] {
    return [...this.#hasReferrers]
      .filter(([, hasReferrers]) => !hasReferrers)
      .map(([{ name, referrersHint }]) => `the ${name} logs have no referrers: ${referrersHint}`);
  }
}
