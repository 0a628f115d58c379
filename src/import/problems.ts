/** Thrown if the beginnings of files tell that they cannot be imported: 422 on a field. */
export class ImportRefused extends Error {
  readonly field: "file" | "options" | "source";

  constructor(message: string, field: ImportRefused["field"] = "file") {
    super(message);
    this.field = field;
  }
}

/** Thrown if an import has to stop. The message is one sentence, the import's `problem`. */
export class ImportFailed extends Error {}
