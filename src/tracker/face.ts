import type { EventOptions } from "./track.ts";

/** The settings that only faces have. They have Plausible's names, which pages use. */
export interface FaceSettings {
  /** Whether the page counts its views itself. */
  isManual?: boolean;
  readonly endpoint?: string;
  readonly captureOnLocalhost?: boolean;
  readonly hashBasedRouting?: boolean;
  readonly outboundLinks?: boolean;
}

/** An event in the form in which our tracker sends it. */
export interface SentEvent extends EventOptions {
  /** URL of the page. */
  readonly u: string;
  readonly d: string;
  readonly r: string;
  readonly screen: string;
  readonly soft: boolean;
  /** 1 if a program drives the browser. */
  readonly w: number;
  /** Nothing for a page view. */
  readonly n: string | undefined;
  /** Milliseconds in the foreground, and scroll depth in percent, of an engagement event. */
  readonly e?: number;
  readonly sd?: number;
}

/** The body of a request; nothing if nothing is to be sent. */
export type Body = string | Promise<string | undefined> | undefined;

/** A link, a form or any other element. */
export type Trackable = HTMLAnchorElement & { readonly method?: string };

/** The differences of our tracker where it stands in for that of another product. */
export interface Face {
  /** Selector of the elements that have an event of their own. */
  readonly selector: string;
  /**
   * Returns the event of an element that was clicked or submitted, without a name if it has none of
   * its own. `target` is where it happened.
   */
  readonly read: (
    element: Trackable,
    target: Element,
    isSubmit: boolean,
  ) => readonly [name: string | undefined | null | false, options: EventOptions];
  /** Returns the body of an event's request. */
  readonly stringify: (event: SentEvent) => Body;
}
