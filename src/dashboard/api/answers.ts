import type { LinkedWebsite, SharedWebsite } from "../../model/access.ts";
import type { AnnotationRecord } from "../../model/annotation.ts";
import type { HeatmapCell } from "../../model/heatmap.ts";
import type { ImportsMeta } from "../../model/imports-meta.ts";
import type { IntakeDay } from "../../model/intake.ts";
import type { Live } from "../../model/live.ts";
import type { PageMeta } from "../../model/page.ts";
import type { SegmentRecord } from "../../model/segment.ts";
import type { Stat, StatPage } from "../../model/stat.ts";
import type { Summary, WebsiteSummary } from "../../model/summary.ts";
import type { WebsiteRecord } from "../../model/website.ts";

/** The website of a shared link, and the reports that the link shows. */
export type LinkedRecord = LinkedWebsite;

/** The website at a public address. */
export type SharedRecord = SharedWebsite;

export type {
  AnnotationRecord,
  HeatmapCell,
  ImportsMeta,
  IntakeDay,
  Live,
  PageMeta,
  SegmentRecord,
  Stat,
  StatPage,
  Summary,
  WebsiteRecord,
  WebsiteSummary,
};

/** An answer whose days may have been imported as totals. */
export interface WithImports {
  readonly meta?: { readonly imports?: ImportsMeta };
}

/** A page of any list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: PageMeta;
}
