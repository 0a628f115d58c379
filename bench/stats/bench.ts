import type { ClickHouseClient } from "@clickhouse/client";

import type { Footfall } from "../program.ts";
import type { Sides } from "./ask.ts";
import type { Dataset } from "./dataset.ts";
import type { Name } from "./direct.ts";
import type { ReadMeter } from "./engine.ts";

/** The parts that every measurement of the bench works with. */
export interface Bench {
  readonly footfall: Footfall;
  readonly client: ClickHouseClient;
  readonly sides: Sides;
  readonly readBy: ReadMeter;
  readonly dataset: Dataset;
  /** When the bench began, in milliseconds: today is the day of that time. */
  readonly now: number;
  readonly names: readonly Name[];
  readonly rounds: number;
}
