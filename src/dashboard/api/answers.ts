import type { IntakeDay } from "../../model/intake.ts";
import type { Live } from "../../model/live.ts";
import type { Summary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";

export type { IntakeDay, Live, Summary, WebsiteRecord };

/** A value and its numbers, as `/stats` has them. */
export interface Stat {
  readonly value: string;
  readonly code?: string | null;
  readonly count: number;
  readonly visitors: number;
  readonly pageviews: number;
}

/** A page of a list; what the dashboard needs of it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly current_page: number;
    readonly last_page: number;
    readonly per_page: number;
    readonly total: number;
    readonly from: number | null;
    readonly to: number | null;
  };
}

export interface StatPage extends Page<Stat> {
  readonly meta: Page<Stat>["meta"] & { readonly count: number };
}
