import { type BirpcReturn, createBirpc } from "birpc";
import type { Salt } from "../../collect/salts.ts";
import { type ErrorCode, type FieldErrors, Problem } from "../../errors.ts";
import type { LoginLimiter } from "../../http/access/login-limiter.ts";
import type { Settings, Website } from "../../websites/website.ts";
import type { WebsiteChange } from "../../websites/website-set.ts";
import type { MetricsJson } from "../metric-registry.ts";
import type { ProcessStart } from "../primary.ts";

/** What a worker begins with. */
export interface WorkerStart extends ProcessStart {
  readonly storeUrl: string | undefined;
  readonly enginePid: number | undefined;
  readonly websites: readonly Website[];
  /** So that a worker which is started while the store is away can collect. */
  readonly salts: readonly Salt[];
}

/** What a worker asks of the primary. */
export interface PrimaryCalls extends LoginLimiter {
  /** From its answer on, the worker is told of every change. */
  begin(): WorkerStart;
  listening(url: string): void;
  /** The worker cannot start, for a reason that the operator is told in one line. */
  refused(reason: string): void;
  createWebsite(domain: string, settings: Partial<Settings>): Promise<Website>;
  updateWebsite(id: number, settings: Partial<Settings>): Promise<Website>;
  removeWebsite(id: number): Promise<Website>;
  purgeEvents(): void;
  /** What all processes say, in Prometheus' text format. */
  readMetrics(): Promise<string>;
}

/** What the primary asks of a worker. */
export interface WorkerCalls {
  /** Resolves at once in a worker that does not hang. */
  ping(): Promise<void>;
  /** The changes are in force when it resolves. */
  applyChanges(changes: readonly WebsiteChange[]): Promise<void>;
  useStore(url: string | undefined, enginePid?: number): Promise<void>;
  shipped(): Promise<void>;
  limitLog(bytesMax: number): Promise<void>;
  /** What this process alone says. */
  readMetrics(): Promise<MetricsJson>;
  /** Stops accepting, answers what is under way, hands what was accepted to the store. */
  stop(): Promise<void>;
}

/** A process at the other end of an IPC channel. */
export interface Peer {
  send?(message: unknown, callback: (error: Error | null) => void): boolean;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

/** Makes the peer's calls callable, and `local` callable for it. A `Problem` crosses as what it is. */
export function connectCalls<Remote extends object, Local extends object>(
  peer: Peer,
  local: Local,
): BirpcReturn<Remote, Local> {
  return createBirpc<Remote, Local>(local, {
    post: (message) => {
      // What is lost on the way to a process that is gone is never answered: who knows of its end closes
      // the calls. To wait here would leave the rejection of that moment without a listener.
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
    // Shipping may take as long as the store is away; `Workers` limits all other calls.
    timeout: -1,
  });
}

/** birpc's messages, as far as they concern us. */
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
