import { setImmediate as turn } from "node:timers/promises";
import { isoSeconds } from "../../base/calendar.ts";
import { Problem } from "../../base/errors.ts";
import type { Definition } from "../../definitions/definition.ts";
import type { Import } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { importProblem } from "../../model/import-problems.ts";
import { ImportFailed } from "../problems.ts";
import type { Pace } from "./pace.ts";

/** Thrown if the import is to be undone, or somebody has ended it. */
export class Withdrawn extends Error {}

export interface ImportProgress {
  readonly rowsRead: number;
  /** Bytes of the files, as they are when unpacked. */
  readonly bytesRead: number;
  /** The file that is read, where the files are read one after the other. */
  readonly file?: string;
}

export interface RunningImportOptions {
  readonly definitions: Pick<Definitions, "of" | "update">;
  readonly websiteId: number;
  readonly importId: number;
  /** Throws when this process may no longer write. */
  readonly assertOwner: () => void;
  readonly now: () => number;
  /** Ends the run, which another one can continue. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Rests between steps, so that the import leaves room for others. */
  readonly pace?: Pace;
}

/** The interval at which the record says how far an import is, and is read again. */
const storedEveryMs = 2_000;

/**
 * The record of an import that this process runs. Its methods throw `Withdrawn`, and `ImportFailed`
 * if the record becomes too large.
 */
export class RunningImport {
  readonly #options: RunningImportOptions;
  #storedMs = performance.now();

  constructor(options: RunningImportOptions) {
    this.#options = options;
  }

  /** Ends the run. */
  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** Throws if this process must not go on. */
  assertOwner(): void {
    this.#options.signal.throwIfAborted();
    this.#options.assertOwner();
  }

  async read(): Promise<Import> {
    const { definitions, websiteId, importId } = this.#options;
    const found = (await definitions.of(websiteId)).find("import", importId);
    if (found === undefined || found.content.status !== "running") throw new Withdrawn();
    return found.content;
  }

  /** Whether the import leaves room for others. */
  get isPaced(): boolean {
    return this.#options.pace !== undefined;
  }

  /** Resolves when the import may go on with its work. */
  async rest(): Promise<void> {
    await (this.#options.pace?.rest(this.#options.signal) ?? turn());
    this.#options.signal.throwIfAborted();
  }

  /** Tells how far the import is, and stores what `changes` returns, every now and then. */
  async progress(progress: ImportProgress, changes: () => Partial<Import>): Promise<void> {
    this.#options.signal.throwIfAborted();
    this.#options.onProgress?.(progress);
    if (performance.now() - this.#storedMs < storedEveryMs) return;
    this.#options.assertOwner();
    await this.update(changes());
  }

  async finish(changes: Partial<Import>): Promise<Import> {
    const finishedAt = isoSeconds(this.#options.now());
    return this.update({ ...changes, finishedAt });
  }

  async update(changes: Partial<Import>): Promise<Import> {
    const { definitions, websiteId, importId } = this.#options;
    const change = (before: Import) => {
      if (before.status !== "running") throw new Withdrawn();
      return { ...before, ...changes };
    };
    const updated: Definition<"import"> | undefined = await definitions
      .update({ routine: "import run" }, websiteId, "import", importId, change)
      .catch((error: unknown) => {
        const code = error instanceof Problem ? error.code : undefined;
        if (code === "NOT_FOUND") throw new Withdrawn();
        // Another attempt would end the same way.
        if (code === "VALIDATION") throw new ImportFailed(importProblem("report_too_large"));
        throw error;
      });
    this.#storedMs = performance.now();
    return updated.content;
  }
}
