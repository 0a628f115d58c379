import { createHash } from "node:crypto";

import type { Definition } from "../definitions/definition.ts";
import { type ImportedFile, isUnderWay, newImport } from "../definitions/import.ts";
import type { Definitions } from "../definitions/stored-definitions.ts";
import { invalid, Problem } from "../errors.ts";
import { type Format, type Inspection, type Source, sources } from "./format.ts";
import { formats } from "./formats/index.ts";
import { ImportRefused } from "./problems.ts";
import type { SourceFile } from "./source-file.ts";

/** What somebody wants to import. */
export interface ImportRequest {
  readonly source: Source | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  readonly files: readonly ImportedFile[];
  /** The directory with the files, below that of uploads; null if a command reads them. */
  readonly upload: string | null;
}

/** An import that a request has begun, or one that did the same before. */
export interface BegunImport {
  readonly record: Definition<"import">;
  readonly isNew: boolean;
}

/** Files whose format is known. */
export interface ChosenFormat {
  readonly format: Format;
  readonly inspection: Inspection;
}

/** Returns the source of this name. Throws `Problem` VALIDATION on `source` if there is none. */
export function readSource(text: string | undefined): Source | undefined {
  if (text === undefined || text === "") return undefined;
  const found = sources.find((source) => source === text);
  if (found === undefined) throw invalid({ source: [`must be one of ${sources.join(", ")}`] });
  return found;
}

/**
 * Finds the format of files and looks at their beginnings. Throws `Problem` VALIDATION on `file`,
 * `source` or `options` if they cannot be imported.
 */
export async function chooseFormat(
  files: readonly SourceFile[],
  { source, options }: Pick<ImportRequest, "source" | "options">,
): Promise<ChosenFormat> {
  try {
    const format = await findFormat(files, source);
    const { optionNames = [] } = format;
    const unknown = Object.keys(options).filter((name) => !optionNames.includes(name));
    if (unknown.length > 0) {
      throw new ImportRefused(`${format.source} has no option ${unknown.join(", ")}`, "options");
    }
    return { format, inspection: await format.inspect(files, options) };
  } catch (error) {
    if (error instanceof ImportRefused) throw invalid({ [error.field]: [error.message] });
    throw error;
  }
}

/** Returns the format of a source. */
export function formatOf(source: string): Format {
  const format = formats.find((each) => each.source === source);
  if (format === undefined) throw new Error(`no format ${source}`);
  return format;
}

async function findFormat(
  files: readonly SourceFile[],
  source: Source | undefined,
): Promise<Format> {
  if (source !== undefined) {
    const named = formats.find((format) => format.source === source);
    if (named === undefined) throw new ImportRefused(`${source} cannot be imported`, "source");
    return named;
  }
  for (const format of formats) {
    if (await format.detects(files)) return format;
  }
  throw new ImportRefused("is of no known format; source names one");
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
 * done are that import. Throws `Problem` IMPORT_RUNNING while another one runs or is undone.
 */
export async function beginImport(
  definitions: Pick<Definitions, "create">,
  websiteId: number,
  { format, inspection }: ChosenFormat,
  request: ImportRequest,
): Promise<BegunImport> {
  const digest = digestOf(format.source, request);
  try {
    const record = await definitions.create(websiteId, "import", (_errors, set) => {
      const imports = set.list("import");
      const isSame = ({ content }: Definition<"import">) =>
        content.digest === digest && (content.status === "running" || content.status === "done");
      const known = imports.find((each) => !each.content.isDryRun && isSame(each));
      if (known !== undefined && !request.isDryRun) throw new Known(known);
      const isBusy = imports.some(({ content }) => isUnderWay(content));
      if (isBusy) throw new Problem("IMPORT_RUNNING");
      const { ignored, sums, missing } = inspection;
      const { source, kind } = format;
      const { options, isDryRun, files, upload } = request;
      return newImport({
        ...{ source, kind, digest, options, isDryRun, files, ignored, upload },
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

function digestOf(source: Source, { options, files }: ImportRequest): string {
  const sorted = Object.keys(options)
    .sort()
    .map((name) => [name, options[name]]);
  const hashes = files.map(({ sha256 }) => sha256).sort();
  const text = JSON.stringify([source, sorted, hashes]);
  return createHash("sha256").update(text).digest("hex");
}
