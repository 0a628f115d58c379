import { fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { trackChild } from "./program.ts";

/** A process that carries out orders, one at a time. */
export interface Child<Order, Result> {
  /** Throws if the process ends before it has a result. */
  carryOut(order: Order): Promise<Result>;
  stop(): void;
}

/** Starts a module that calls `carryOutOrders` as a process of its own. */
export function startChild<Order extends object, Result>(module: URL): Child<Order, Result> {
  const file = fileURLToPath(module);
  const child = fork(file, { execArgv: process.execArgv });
  trackChild(child);
  return {
    async carryOut(order) {
      child.send(order as Serializable);
      const answered = new AbortController();
      const { signal } = answered;
      const ended = once(child, "exit", { signal }).then(() => {
        throw new Error(`${file} ended`);
      });
      ended.catch(() => {});
      const [result] = await Promise.race([once(child, "message", { signal }), ended]);
      answered.abort();
      return result as Result;
    },
    stop: () => void child.kill(),
  };
}
