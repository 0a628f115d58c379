import { createHash } from "node:crypto";
import type { Author } from "../base/author.ts";
import { invalid, Problem } from "../base/errors.ts";
import { fieldError } from "../base/field-errors.ts";
import type { Definition } from "../definitions/definition.ts";
import type { DefinitionSet } from "../definitions/definition-set.ts";
import {
  type Import,
  type ImportedFile,
  isContinuable,
  isUnderWay,
  newImport,
} from "../definitions/import.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { importProblem } from "../model/import-problems.ts";
import { formatNames } from "./access-log/formats.ts";
import { AccessLogUnreadable } from "./access-log/log-file.ts";
import { AccessLogRefused, checkLog } from "./access-log/open-log.ts";
import { findHint } from "./files/format-hints.ts";
import { pacedFile, readHead, type SourceFile } from "./files/source-file.ts";
import { applyRules, type Format, type Inspection, type Source, sources } from "./format.ts";
import { formats } from "./formats/index.ts";
import { ImportFailed, ImportRefused } from "./problems.ts";
import { Pace } from "./run/pace.ts";

/** The request of somebody who wants to import files. */
export interface ImportRequest {
  readonly source: Source | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  readonly files: readonly ImportedFile[];
  /** Absolute paths of access logs that a command reads. Their content changes. */
  readonly paths?: readonly string[];
  /** The directory with the files, below that of uploads; null if a command reads them. */
  readonly upload: string | null;
}

/** An import that a request has begun, or one that did the same before. */
export interface BegunImport {
  readonly record: Definition<"import">;
  /** Whether it is to run. */
  readonly isNew: boolean;
}

/** The source of files, and what their beginnings tell. */
export interface ChosenFormat extends Pick<Import, "kind"> {
  readonly source: Source;
  readonly inspection: Inspection;
}

/** The files of a request: their paths on the disk, and what is in them. */
export interface RequestFiles {
  readonly paths: readonly { readonly path: string; readonly name: string }[];
  /** Resolves with the files, and those in archives. Rejects with `ImportRefused`. */
  open(): Promise<readonly SourceFile[]>;
}

/** How somebody looks at files while events are collected. */
interface Look {
  readonly pace: Pace;
  readonly signal: AbortSignal | undefined;
}

/** Returns the source of this name. Throws `Problem` VALIDATION on `source` if there is none. */
export function readSource(text: string | undefined): Source | undefined {
  if (text === undefined || text === "") return undefined;
  const found = sources.find((source) => source === text);
  if (found === undefined) throw invalid({ source: [`must be one of ${sources.join(", ")}`] });
  return found;
}

/**
 * Finds the format of files and looks at their beginnings. Rests in between, as events come in
 * meanwhile. Throws `Problem` VALIDATION on `file`, `source` or `options` if they cannot be
 * imported, and the reason of the signal.
 */
export async function chooseFormat(
  files: RequestFiles,
  request: Pick<ImportRequest, "source" | "options">,
  signal?: AbortSignal,
): Promise<ChosenFormat> {
  try {
    return await choose(files, request, { pace: new Pace(), signal });
  } catch (error) {
    if (error instanceof ImportRefused) throw invalid({ [error.field]: [error.message] });
    if (error instanceof ImportFailed) throw invalid({ file: [error.message] });
    throw error;
  }
}

async function choose(
  files: RequestFiles,
  { source, options }: Pick<ImportRequest, "source" | "options">,
  look: Look,
): Promise<ChosenFormat> {
  if (source === "access-log") return chooseLogs(files, options, look);
  const opened = (await files.open()).map((file) => pacedFile(file, look.pace, look.signal));
  const format = source === undefined ? await detect(opened) : formatOf(source);
  if (format === undefined) {
    await refuseKnown(opened);
    return chooseLogs(files, options, { ...look, isGuess: true });
  }
  const { optionNames = [], kind } = format;
  refuseOptions(
    format.source,
    options,
    kind === "events" ? [...optionNames, applyRules] : optionNames,
  );
  const inspection = await format.inspect(opened, options);
  return { source: format.source, kind: format.kind, inspection };
}

/** Returns the format of a source that is no access log. */
export function formatOf(source: string): Format {
  const format = formats.find((each) => each.source === source);
  if (format === undefined) throw invalid({ source: [`${source} cannot be imported`] });
  return format;
}

async function detect(files: readonly SourceFile[]): Promise<Format | undefined> {
  for (const format of formats) {
    if (await format.detects(files)) return format;
  }
  return undefined;
}

/** Throws if the files tell nothing, or one of them is known to be of no format. */
async function refuseKnown(files: readonly SourceFile[]): Promise<void> {
  let areBlank = true;
  for (const file of files) {
    const head = await readHead(file);
    const hint = findHint(head);
    if (hint !== undefined) {
      throw new ImportRefused(importProblem("file", { file: file.name, why: hint }));
    }
    areBlank &&= head.trim() === "";
  }
  if (areBlank) throw new ImportRefused(fieldError("files_empty"));
}

async function chooseLogs(
  { paths }: RequestFiles,
  options: ImportRequest["options"],
  { pace, signal, isGuess = false }: Look & { readonly isGuess?: boolean },
): Promise<ChosenFormat> {
  const format = readLogFormat(options);
  for (const { path, name } of paths) {
    try {
      await pace.rest(signal);
      await checkLog(path, format, { signal });
    } catch (error) {
      if (error instanceof AccessLogUnreadable) throw new ImportRefused(error.under(name, "file"));
      if (!(error instanceof AccessLogRefused)) throw error;
      const unknown = fieldError("file_unknown", { name, sources: sources.join(", ") });
      const isUnknown = isGuess && !error.isKnown;
      throw new ImportRefused(isUnknown ? unknown : error.under(name, "file"));
    }
  }
  return accessLogs;
}

/** The source of access logs. Nothing is known of them before they are read. */
export const accessLogs: ChosenFormat = {
  source: "access-log",
  kind: "events",
  inspection: { ignored: [] },
};

/**
 * Returns the name of the logs' format, undefined if the lines are to tell. Throws `Problem`
 * VALIDATION on `options` if there is no such format, or another option.
 */
export function readLogFormat(options: ImportRequest["options"]): string | undefined {
  refuseOptions("access-log", options, ["format", applyRules]);
  const { format } = options;
  if (format === undefined) return undefined;
  if (typeof format === "string" && formatNames.includes(format)) return format;
  throw invalid({ options: [`format must be one of ${formatNames.join(", ")}`] });
}

function refuseOptions(
  source: Source,
  options: ImportRequest["options"],
  names: readonly string[],
): void {
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw invalid({ options: [importProblem("option", { source, options: unknown.join(", ") })] });
  }
  if (![undefined, 0, 1].includes(options[applyRules] as number | undefined)) {
    throw invalid({ options: [`${applyRules} must be 0 or 1`] });
  }
}

/** Thrown inside of a change, if an import of the same files is there already. */
class Known extends Error {
  readonly record: Definition<"import">;

  constructor(record: Definition<"import">) {
    super();
    this.record = record;
  }
}

/**
 * Makes the record of an import. The same files, source and options as those of one that runs or is
 * done are that import. A command that reads the same access logs again goes on with its import,
 * however that ended. Throws `Problem` IMPORT_RUNNING while another one runs or is undone.
 */
export async function beginImport(
  by: Author,
  definitions: Pick<Definitions, "of" | "create" | "update">,
  websiteId: number,
  { source, kind, inspection }: ChosenFormat,
  request: ImportRequest,
): Promise<BegunImport> {
  const digest = digestOf(source, request);
  if (isContinuable({ ...request, source })) {
    const record = await continueImport(by, definitions, websiteId, digest);
    if (record !== undefined) return { record, isNew: true };
  }
  try {
    const record = await definitions.create(by, websiteId, "import", (set) => {
      const imports = set.list("import");
      const isSame = ({ content }: Definition<"import">) =>
        content.digest === digest && (content.status === "running" || content.status === "done");
      const known = imports.find((each) => !each.content.isDryRun && isSame(each));
      if (known !== undefined && !request.isDryRun) throw new Known(known);
      refuseOthers(set);
      const { ignored, sums, missing } = inspection;
      const { options, isDryRun, files, upload } = request;
      return newImport({
        source,
        kind,
        digest,
        options,
        isDryRun,
        files,
        ignored,
        upload,
        ...(sums && { sums }),
        ...(missing && { missing }),
      });
    });
    return { record, isNew: true };
  } catch (error) {
    if (error instanceof Known) return { record: error.record, isNew: false };
    throw error;
  }
}

/** Resolves with the import of the same access logs, which runs again, or with undefined. */
async function continueImport(
  by: Author,
  definitions: Pick<Definitions, "of" | "update">,
  websiteId: number,
  digest: string,
): Promise<Definition<"import"> | undefined> {
  const imports = (await definitions.of(websiteId)).list("import");
  const isSame = ({ content }: Definition<"import">) =>
    isContinuable(content) && content.digest === digest;
  const known = imports.find(isSame);
  if (known === undefined) return undefined;
  const goOn = (before: Import, set: DefinitionSet): Import => {
    refuseOthers(set);
    return { ...before, status: "running", files: [], problem: null, finishedAt: null };
  };
  const remark = { what: "import.create" } as const;
  return definitions.update(by, websiteId, "import", known.id, goOn, remark);
}

function refuseOthers(set: DefinitionSet): void {
  const isBusy = set.list("import").some(({ content }) => isUnderWay(content));
  if (isBusy) throw new Problem("IMPORT_RUNNING");
  const isCorrected = set.list("correction").some(({ content }) => content.status === "running");
  if (isCorrected) throw new Problem("CORRECTION_RUNNING");
}

function digestOf(source: Source, { options, files, paths }: ImportRequest): string {
  const sorted = Object.keys(options)
    .sort()
    .map((name) => [name, options[name]]);
  const names = [...(paths ?? files.map(({ sha256 }) => sha256))].sort();
  const text = JSON.stringify([source, sorted, names]);
  return createHash("sha256").update(text).digest("hex");
}
