import { type ChildProcess, fork } from "node:child_process";
import { packageFile } from "../../base/package-file.ts";
import { type ImportOrder, interruptedCode } from "./import-process.ts";
import { forkOptions, type LauncherAnswer, type LauncherCall } from "./launcher-process.ts";
import { importPriority } from "./lower-priority.ts";

const launcherFile = packageFile("dist/import-launcher.js");

/** The process of an import. */
export interface ImportProcess {
  /** Resolves with the exit code; with null if a signal ended the process. */
  readonly ended: Promise<number | null>;
  /** Resolves when the process has ended, with SIGKILL after some seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the processes of imports from a small process. The fork of a process as large as the
 * server holds it up for some 20 ms, and each page of memory that it writes to next costs a copy.
 */
export class ImportLauncher {
  readonly #ends = new Map<number, (code: number | null) => void>();
  #process: ChildProcess | undefined;
  #nextId = 1;

  /** Starts the small process. Otherwise the first import does. */
  prepare(): void {
    this.#launcher();
  }

  start(order: ImportOrder): ImportProcess {
    const id = this.#nextId++;
    const ended = new Promise<number | null>((resolve) => {
      this.#ends.set(id, resolve);
    }).finally(() => this.#ends.delete(id));
    this.#send({ id, order });
    return {
      ended,
      stop: async () => {
        if (this.#ends.has(id)) this.#send({ id });
        await ended;
      },
    };
  }

  /** Ends the small process. The processes of imports that still run end as well. */
  close(): void {
    if (this.#process?.connected) this.#process.disconnect();
  }

  #send(call: LauncherCall): void {
    this.#launcher().send(call);
  }

  #launcher(): ChildProcess {
    if (this.#process !== undefined) return this.#process;
    const launcher = fork(launcherFile, [String(importPriority.niceness)], forkOptions);
    this.#process = launcher;
    launcher.on("message", ({ id, code }: LauncherAnswer) => this.#ends.get(id)?.(code));
    const forget = () => {
      if (this.#process === launcher) this.#process = undefined;
      // Its imports are about to end.
      for (const end of this.#ends.values()) end(interruptedCode);
    };
    launcher.once("disconnect", forget).on("error", forget);
    return launcher;
  }
}
