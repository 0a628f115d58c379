import type { PlainEvent } from "../../stats/plain-count.ts";

/** An event as a test describes it, with everything that reports look at. */
export interface PlainAction extends PlainEvent {
  readonly name: string;
  readonly page: string;
  /** `YYYY-MM-DDTHH:00` on the website's clock. */
  readonly hour: string;
  readonly props: Props;
  /** An order, or a refund. */
  readonly payment: Payment | undefined;
  readonly engagementMs: number;
  /** Percent. */
  readonly scrollDepth: number;
}

export type Props = ReadonlyMap<string, string>;

export interface Payment {
  readonly currency: string;
  /** Thousandths of the currency's unit. */
  readonly milliAmount: bigint;
}
