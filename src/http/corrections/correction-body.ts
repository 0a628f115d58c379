import type { preValidationHookHandler } from "fastify";
import { type Errors, type FieldErrors, invalid } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { unstableRule } from "../../base/page-rules.ts";
import { isObject } from "../../base/validation.ts";
import type { CorrectionChange } from "../../definitions/correction.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { NewCorrection } from "../../model/correction.ts";
import { judgesEvents } from "../../stats/corrections/event-filters.ts";
import { toPageRule } from "../params/page-rules.ts";
import { filterValueErrors } from "../reports/filter-params.ts";

const fieldsOf: Readonly<Record<NewCorrection["kind"], readonly string[]>> = {
  pages: ["rules"],
  redact: ["what", "key", "filters"],
  delete: ["filters", "unit"],
};
const ofAll = ["kind", "from", "to", "dry_run"];
const allFields = [...ofAll, ...Object.values(fieldsOf).flat()];

/** Refuses fields that no correction of the kind has. The check of a schema leaves them out. */
export const refuseUnknownFields: preValidationHookHandler = (request, _reply, done) => {
  const body: unknown = request.body;
  if (!isObject(body)) return done();
  const { kind } = body;
  const isKind = (name: unknown): name is NewCorrection["kind"] =>
    typeof name === "string" && Object.hasOwn(fieldsOf, name);
  const known = isKind(kind) ? [...ofAll, ...fieldsOf[kind]] : allFields;
  const what = isKind(kind) ? `a correction of the kind ${kind}` : "a correction";
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  const errors = unknown.map((name) => [name, [`is no field of ${what}`]] as const);
  done(errors.length === 0 ? undefined : invalid(Object.fromEntries(errors)));
};

/** Returns the errors that the schema of a body cannot find. */
export function correctionErrors(body: NewCorrection, definitions: DefinitionSet): FieldErrors {
  const errors: Errors = {};
  if (body.from > body.to) errors["from"] = [fieldError("to_before_from")];
  const required = { pages: "rules", redact: "what", delete: "filters" } as const;
  if (body[required[body.kind]] === undefined) {
    errors[required[body.kind]] = [fieldError("required")];
  }
  if (body.key !== undefined && body.what !== "props") errors["key"] = ["is for props alone"];
  return { ...errors, ...rulesErrors(body), ...filterErrors(body, definitions) };
}

function rulesErrors({ rules }: NewCorrection): FieldErrors {
  if (rules === undefined) return {};
  if (rules.length === 0) return { rules: [fieldError("page_rules_missing")] };
  const unstable = unstableRule(rules.map(toPageRule));
  // Whoever corrects twice, or after a kill, must get the same.
  return unstable === undefined
    ? {}
    : { [`rules.${unstable}.page`]: [fieldError("page_rule_unstable")] };
}

function filterErrors(
  { kind, filters = {}, unit }: NewCorrection,
  definitions: DefinitionSet,
): FieldErrors {
  const errors = Object.entries(filterValueErrors(filters, definitions)).map(
    ([name, wrong]) => [`filters.${name}`, wrong] as const,
  );
  if (kind === "delete" && unit === "visitor_day") return Object.fromEntries(errors);
  const isWrong = new Set(errors.map(([name]) => name));
  const ofDays = Object.keys(filters)
    .filter((name) => !judgesEvents(name) && !isWrong.has(`filters.${name}`))
    .map((name) => [`filters.${name}`, [fieldError("filter_of_days")]] as const);
  return Object.fromEntries([...errors, ...ofDays]);
}

/** Returns the change that a correct body stands for. */
export function toChange(body: NewCorrection): CorrectionChange {
  const { kind, rules = [], what = "props", key = null, filters = {}, unit = "event" } = body;
  if (kind === "pages") return { kind, rules: rules.map(toPageRule) };
  if (kind === "redact") return { kind, what, key, filters };
  return { kind, unit, filters };
}
