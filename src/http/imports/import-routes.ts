import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchema } from "fastify";
import { type Static, Type } from "typebox";
import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { type Errors, invalid, Problem, refuseFields } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { parseObject } from "../../base/validation.ts";
import type { Definition } from "../../definitions/definition.ts";
import { type Import, isForgotten, isUnderWay } from "../../definitions/import.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { fileNameCharactersMax } from "../../import/files/source-file.ts";
import { Upload } from "../../import/files/upload.ts";
import { sources } from "../../import/format.ts";
import {
  beginImport,
  chooseFormat,
  type ImportRequest,
  readSource,
} from "../../import/import-request.ts";
import { ImportRecord } from "../../model/import.ts";
import { pageOf } from "../../model/page.ts";
import type { Websites } from "../../websites/websites.ts";
import { authorOf } from "../access/authentication.ts";
import { websiteByPath } from "../access/require-need.ts";
import { positionOf, toPage } from "../answers/pages.ts";
import { definitionIdByPath } from "../params/definition-id-by-path.ts";
import { perPage } from "../params/page-params.ts";
import { clientSignal } from "../shell/client-signal.ts";
import { schemaErrors } from "../shell/validation.ts";
import { toImportRecord } from "./import-records.ts";

/** More than any product exports at once. */
const filesMax = 1_000;
/** The form's fields beside the files. */
const fieldsMax = 10;
const fieldBytesMax = 16 * 1024;
/** Uploads of a website at once: one that runs, and one that is sent again. None waits. */
const uploadLimits = { runningMax: 2, waitingMax: 0, waitMsMax: 0 };

const tags = ["Imports"];
const One = (description: string) => Type.Object({ data: ImportRecord }, { description });

const ListParams = Type.Object({ ...perPage });

const schemas = {
  create: {
    operationId: "createImport",
    need: "write",
    summary: "Import a history",
    description:
      "The files stream to the disk, and the import runs in the background. The same files, source and options again answer the import that they made.",
    tags,
    bodies: {
      "multipart/form-data": Type.Object({
        file: Type.Array(Type.String({ format: "binary" }), { description: "The files." }),
        source: Type.Optional(
          Type.Enum([...sources], {
            description: "The product that they come from; without it the files tell.",
          }),
        ),
        options: Type.Optional(
          Type.String({ description: "JSON object with options of the source.", examples: ["{}"] }),
        ),
        dry_run: Type.Optional(
          Type.String({ description: "1 reports what the import would do.", examples: ["1"] }),
        ),
      }),
    },
    response: {
      200: One("The import that the same files made before."),
      202: Type.Object(
        { data: ImportRecord },
        {
          description: "The import, which has begun.",
          headers: {
            Location: Type.String({
              description: "URL of the import.",
              examples: ["/api/v1/websites/1/imports/3"],
            }),
          },
        },
      ),
    },
    problems: [
      "BODY_TOO_LARGE",
      "CORRECTION_RUNNING",
      "IMPORT_RUNNING",
      "DISK_FULL",
      "OVERLOADED",
      "STORE_UNAVAILABLE",
    ],
  },
  list: {
    operationId: "listImports",
    need: "read",
    summary: "List imports",
    description: "The newest first. Dry runs are left out.",
    tags,
    querystring: ListParams,
    response: { 200: pageOf(ImportRecord) },
    problems: ["OVERLOADED", "STORE_UNAVAILABLE"],
  },
  get: {
    operationId: "getImport",
    need: "read",
    summary: "Get an import",
    description: "What it has added so far, what it left out, and why. Ask again while it runs.",
    tags,
    response: { 200: One("The import.") },
    problems: ["NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
  remove: {
    operationId: "deleteImport",
    need: "write",
    summary: "Undo an import",
    description:
      "Stops it if it is running, and removes all that it has added, in the background. Then there is no such import any more, and its days can be imported anew.",
    tags,
    response: { 202: One("The import, which is being undone.") },
    problems: ["NOT_FOUND", "OVERLOADED", "STORE_UNAVAILABLE"],
  },
} satisfies Record<string, FastifySchema>;

export interface ImportRouteOptions {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly imports: {
    /** The directory of all uploads. */
    readonly uploads: string;
    /** Limit of the bytes of a request's files. */
    readonly bytesMax: number;
    /** Has imports run and undone that the records ask for, soon. */
    readonly look: () => void;
  };
  readonly now: () => number;
}

/**
 * `/api/v1/websites/{id}/imports`. Another process runs imports, so the definitions are read anew
 * for each request.
 */
export const importRoutes: FastifyPluginAsync<ImportRouteOptions> = async (app, options) => {
  const { websites, definitions, imports, now } = options;
  const find = async (request: FastifyRequest): Promise<[number, Definition<"import">]> => {
    const { id } = await websiteByPath(request, websites);
    const importId = definitionIdByPath(request, "import");
    const found = (await definitions.latest(id)).find("import", importId);
    if (found === undefined || isForgotten(found.content, now())) throw new Problem("NOT_FOUND");
    return [id, found];
  };

  app.get(
    "/:id/imports",
    { schema: schemas.list, attachValidation: true },
    async function listImports(request) {
      const { id } = await websiteByPath(request, websites);
      refuseFields(schemaErrors(request));
      const all = (await definitions.latest(id)).list("import");
      const shown = all.filter(({ content }) => !content.isDryRun).sort((a, b) => b.id - a.id);
      const position = positionOf(request.query as Static<typeof ListParams>);
      const items = shown.slice(position.offset, position.offset + position.perPage);
      return toPage(request, position, { items: items.map(toImportRecord), total: shown.length });
    },
  );

  app.get("/:id/imports/:import_id", { schema: schemas.get }, async function getImport(request) {
    const [, found] = await find(request);
    return { data: toImportRecord(found) };
  });

  app.delete(
    "/:id/imports/:import_id",
    { schema: schemas.remove },
    async function undoImport(request, reply) {
      const [id, found] = await find(request);
      const undo = (before: Import): Import => ({ ...before, status: "deleting" });
      const remark = { what: "import.undo" } as const;
      const by = authorOf(request);
      const removed = await definitions.update(by, id, "import", found.id, undo, remark);
      imports.look();
      reply.code(202);
      return { data: toImportRecord(removed) };
    },
  );

  app.register(async (forms) => addUpload(forms, options));
};

function addUpload(app: FastifyInstance, options: ImportRouteOptions): void {
  const { websites, definitions, imports } = options;
  app.removeAllContentTypeParsers();
  app.register(multipart, {
    limits: {
      files: filesMax,
      fields: fieldsMax,
      parts: filesMax + fieldsMax,
      fieldSize: fieldBytesMax,
      fileSize: Number.POSITIVE_INFINITY,
    },
  });
  const take = async (id: number, request: FastifyRequest, signal: AbortSignal) => {
    refuseOthers((await definitions.latest(id)).list("import"), request);
    const upload = await Upload.open(imports.uploads, imports.bytesMax);
    let isKept = false;
    try {
      const form = readForm(await receive(request, upload));
      const chosen = await chooseFormat(upload, form, signal);
      const name = await upload.keep();
      const { files } = upload;
      const wanted = { ...form, files, upload: name };
      const begun = await beginImport(authorOf(request), definitions, id, chosen, wanted);
      isKept = begun.isNew;
      imports.look();
      return begun;
    } finally {
      if (!isKept) await upload.discard();
    }
  };
  const limiters = new Map<number, ConcurrencyLimiter>();
  const route = { schema: schemas.create, config: { takesUploads: true } };
  app.post("/:id/imports", route, async function createImport(request, reply) {
    const { id } = await websiteByPath(request, websites);
    if (!request.isMultipart()) throw new Problem("UNSUPPORTED_MEDIA_TYPE");
    const signal = clientSignal(reply);
    const limiter = limiters.get(id) ?? new ConcurrencyLimiter(uploadLimits);
    limiters.set(id, limiter);
    try {
      const begun = await limiter.run(() => take(id, request, signal));
      const location = `${app.basePath}/api/v1/websites/${id}/imports/${begun.record.id}`;
      reply.code(begun.isNew ? 202 : 200).header("location", location);
      return { data: toImportRecord(begun.record) };
    } finally {
      if (limiter.runningCount === 0) limiters.delete(id);
    }
  });
}

/**
 * Throws `Problem` IMPORT_RUNNING if an import is under way that the request cannot repeat, before
 * its files are received.
 */
function refuseOthers(records: readonly Definition<"import">[], { headers }: FastifyRequest): void {
  const formBytes = Number(headers["content-length"]);
  const isRefused = records.some(
    ({ content }) => isUnderWay(content) && !mayRepeat(content, formBytes),
  );
  if (isRefused) throw new Problem("IMPORT_RUNNING");
}

/** Returns whether a form of this length may have the files of an import that runs. */
function mayRepeat({ status, isDryRun, upload, files }: Import, formBytes: number): boolean {
  if (status !== "running" || isDryRun || upload === null) return false;
  const otherBytes = formBytes - files.reduce((sum, { bytes }) => sum + bytes, 0);
  // The headers of a part are shorter than a field may be.
  return otherBytes > 0 && otherBytes <= (files.length + fieldsMax) * fieldBytesMax;
}

type Form = Readonly<Record<string, string>>;

/** Writes the files of a request to the disk. Resolves with its other fields. */
async function receive(request: FastifyRequest, upload: Upload): Promise<Form> {
  const form: Record<string, string> = {};
  // Nothing tells the parts of a client that is gone already.
  if (request.raw.destroyed) throw new Problem("MALFORMED_REQUEST");
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") form[part.fieldname] = textOf(part.value);
      // A part without the name of a file may still be one.
      else if (part.fieldname === "file") await upload.add(nameOf(part.filename), part.file);
      else throw invalid({ [part.fieldname]: ["must not be a file"] });
    }
  } catch (error) {
    throw formProblem(error as NodeJS.ErrnoException);
  }
  if (upload.files.length === 0) throw invalid({ file: [fieldError("required")] });
  return form;
}

/** Returns the name of a file. Throws `Problem` VALIDATION if it is too long. */
function nameOf(fileName = ""): string {
  if (fileName.length <= fileNameCharactersMax) return fileName;
  throw invalid({ file: [fieldError("file_names", { max: fileNameCharactersMax })] });
}

/** Returns the text of a field, which is parsed already if its type is JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the problem of a form that cannot be read to its end. */
function formProblem(error: NodeJS.ErrnoException): Error {
  // The disk is not the client's fault.
  if (error instanceof Problem || error.syscall !== undefined) return error;
  if (error.code === "FST_FILES_LIMIT") {
    return invalid({ file: [fieldError("files_max", { max: filesMax })] });
  }
  return new Problem("MALFORMED_REQUEST", { cause: error });
}

const fieldNames = new Set(["source", "options", "dry_run"]);

/** Returns the fields of a form. Throws `Problem` VALIDATION naming each wrong one. */
function readForm(form: Form): Pick<ImportRequest, "source" | "options" | "isDryRun"> {
  const errors: Errors = {};
  for (const name of Object.keys(form)) {
    if (!fieldNames.has(name)) errors[name] = ["is no field of an import"];
  }
  const dryRun = form["dry_run"] ?? "";
  if (!["", "0", "1", "true", "false"].includes(dryRun)) errors["dry_run"] = ["must be 0 or 1"];
  const options = readOptions(form["options"] ?? "", errors);
  refuseFields(errors);
  const isDryRun = dryRun === "1" || dryRun === "true";
  return { source: readSource(form["source"]), options, isDryRun };
}

function readOptions(text: string, errors: Errors): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  const options = parseObject(text);
  if (options === undefined) errors["options"] = ["must be a JSON object"];
  return options ?? {};
}
