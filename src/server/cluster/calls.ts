import { type BirpcReturn, createBirpc } from "birpc";
import type { AccessChange } from "../../access/access-set.ts";
import { type ErrorCode, type FieldErrors, Problem } from "../../base/errors.ts";
import type { OperatorCount } from "../../collect/recent-reads.ts";
import type { Salt } from "../../collect/salts.ts";
import type { LoginLimiter } from "../../http/access/login-limiter.ts";
import type { HealthReason } from "../../http/operating/health-route.ts";
import type { Website } from "../../websites/website.ts";
import type { WebsiteChange } from "../../websites/website-set.ts";
import type { Websites } from "../../websites/websites.ts";
import type { MetricsJson } from "../metrics/metric-registry.ts";
import type { ProcessStart } from "../primary.ts";
import type { TurnCalls } from "./shared-turns.ts";

/** Where a store is; without a URL it is unavailable. */
export interface StoreAddress {
  readonly name: string;
  readonly url: string | undefined;
  readonly enginePid: number | undefined;
}

/** The data that a worker starts with. */
export interface WorkerStart extends ProcessStart {
  /** The first one has the websites. */
  readonly stores: readonly StoreAddress[];
  readonly websites: readonly Website[];
  /** The keys, people and sessions, as changes. */
  readonly knownAccess: readonly AccessChange[];
  /** With these, a worker that starts while the store is unavailable can collect. */
  readonly salts: readonly Salt[];
}

/** The calls that a worker makes to the primary. */
export interface PrimaryCalls extends LoginLimiter, TurnCalls {
  /** Returns the worker's start data. From then on, the primary sends the worker every change. */
  begin(): WorkerStart;
  listening(url: string): void;
  /** Reports that the worker cannot start. The operator sees the reason, which is one line. */
  refused(reason: string): void;
  createWebsite: Websites["create"];
  updateWebsite: Websites["update"];
  removeWebsite: Websites["remove"];
  /**
   * Resolves when the changes that other instances have stored are in force in every worker. All
   * workers share reads of the store.
   */
  readWebsiteChanges(): Promise<void>;
  /** Resolves when a change of keys, people or sessions is in force in every process. */
  readAccessChanges(): Promise<void>;
  purgeEvents(): void;
  /** Has imports run and undone that their records ask for. */
  lookForImports(): void;
  /** Has the days rolled up that wait for it. */
  rollUp(): void;
  /** Has corrections run that their records ask for. */
  lookForCorrections(): void;
  /** Resolves when every worker has caught up, see `Listener`, but after a second in any case. */
  catchUp(): Promise<void>;
  /** Resolves when every worker has saved its names, see `Listener`, but after a second at most. */
  saveNames(): Promise<void>;
  /** Resolves with the sum of what `recentReads` of all workers returns within a second. */
  readRecentReads(websiteId: number): Promise<OperatorCount[]>;
  /** Resolves with the metrics of all processes, in Prometheus' text format. */
  readMetrics(): Promise<string>;
  /** Resolves with the `reasons` of `GET /health`. */
  readReasons(): Promise<readonly HealthReason[]>;
}

/** The calls that the primary makes to a worker. */
export interface WorkerCalls {
  /** Resolves at once in a worker that does not hang. */
  ping(): Promise<void>;
  /** Resolves when the changes are in force. */
  applyChanges(changes: readonly WebsiteChange[]): Promise<void>;
  /** Resolves when the stored changes of keys, people and sessions are in force. */
  readAccess(): Promise<void>;
  useStore(store: StoreAddress): Promise<void>;
  shipped(store?: string): Promise<void>;
  /** As `shipped`, and the worker's log has the events no more either. */
  forgotten(store: string): Promise<void>;
  catchUp(): Promise<void>;
  saveNames(): Promise<void>;
  recentReads(websiteId: number): Promise<OperatorCount[]>;
  limitLogs(bytesMax: readonly number[]): Promise<void>;
  /** Resolves with the metrics of this process alone. */
  readMetrics(): Promise<MetricsJson>;
  /** Refuses new connections, answers the requests under way and ships the event log. */
  stop(): Promise<void>;
}

/** A process at the other end of an IPC channel. */
export interface Peer {
  send?(message: unknown, callback: (error: Error | null) => void): boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/**
 * Returns the calls of the peer, and makes `local` callable for the peer. A `Problem` that a call
 * throws arrives as a `Problem`.
 */
export function connectCalls<Remote extends object, Local extends object>(
  peer: Peer,
  local: Local,
): BirpcReturn<Remote, Local> {
  return createBirpc<Remote, Local>(local, {
    post: (message) => {
      // A call that is lost on the way to an ended process is never answered. The code that hears
      // of the end closes the calls. Waiting here would leave the rejection without a listener.
      peer.send?.(message, () => {});
    },
    on: (listener) => {
      peer.on("message", listener);
    },
    bind: "functions",
    serialize: (message: Message) =>
      message.e instanceof Problem ? { ...message, e: toWire(message.e) } : message,
    deserialize: (message: Message) =>
      isWireProblem(message.e) ? { ...message, e: fromWire(message.e) } : message,
    // Shipping may take as long as the store is unavailable. `Workers` limits all other calls.
    timeout: -1,
  });
}

/** The part of birpc's messages that errors need. */
interface Message {
  readonly e?: unknown;
}

interface WireProblem {
  readonly problem: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterS: number | undefined;
}

function toWire({ code, fields, retryAfterS }: Problem): WireProblem {
  return { problem: code, fields, retryAfterS };
}

function isWireProblem(error: unknown): error is WireProblem {
  return typeof error === "object" && error !== null && "problem" in error;
}

function fromWire({ problem, fields, retryAfterS }: WireProblem): Problem {
  return new Problem(problem, {
    ...(fields && { fields }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  });
}
