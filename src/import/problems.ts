import type { FieldError } from "../base/field-errors.ts";
import type { ImportProblem } from "../model/import-problems.ts";

/** Thrown if the beginnings of files tell that they cannot be imported: 422 on a field. */
export class ImportRefused extends Error {
  readonly field: "file" | "options";

  constructor(problem: ImportProblem | FieldError, field: ImportRefused["field"] = "file") {
    super(problem);
    this.field = field;
  }
}

/** Thrown if an import has to stop. The import's `problem` says why. */
export class ImportFailed extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
