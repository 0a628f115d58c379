import { type FieldErrors, Problem } from "../../base/errors.ts";

/** Throws `Problem` VALIDATION with the text if something that must hold does not. */
export function demand(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Problem("VALIDATION", { message });
}

/** The body of one of our errors, which each product answers in its own form. */
export type Refusal = ReturnType<Problem["body"]>;

/** Returns what is wrong with fields, a text for each. */
export function fieldTexts(errors: FieldErrors = {}): string[] {
  return Object.entries(errors).map(([name, texts]) => `${name} ${texts.join(", ")}`);
}

/** Returns what is wrong in one text: that of the fields, where there are any. */
export function refusalText({ message, errors }: Pick<Refusal, "message" | "errors">): string {
  return fieldTexts(errors).join(". ") || message;
}
