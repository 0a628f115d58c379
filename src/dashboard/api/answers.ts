import type { IntakeDay } from "../../model/intake.ts";
import type { Live } from "../../model/live.ts";
import type { PageMeta } from "../../model/page.ts";
import type { Stat, StatPage } from "../../model/stat.ts";
import type { Summary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";

export type { IntakeDay, Live, PageMeta, Stat, StatPage, Summary, WebsiteRecord };

/** A page of any list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: PageMeta;
}
