import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import { filterNames } from "../../counting/filters.ts";
import { boundedNames, type ConditionFilters } from "../../definitions/condition.ts";
import { filterValuesMax } from "../../model/limits.ts";
import { isEmpty } from "./filter-params.ts";

const names: readonly string[] = [...filterNames, ...boundedNames, "engaged"];

/**
 * Returns the errors of a condition's filters that its schema cannot find, by field. Filters by
 * props, goals and funnels are none: stored visitor days do not have what they look at.
 */
export function conditionFilterErrors(filters: ConditionFilters): FieldErrors {
  const values = Object.values(filters).flatMap((each) => (Array.isArray(each) ? each : []));
  const tooMany = values.length > filterValuesMax;
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, given]) => {
      const errors = errorsOf(name, given);
      if (tooMany && Array.isArray(given)) {
        errors.push(fieldError("filters_max", { max: filterValuesMax }));
      }
      return errors.length > 0 ? [[`filters.${name}`, errors]] : [];
    }),
  );
}

function errorsOf(name: string, given: ConditionFilters[string]): string[] {
  if (!names.includes(name)) {
    return [fieldError("condition_filter", { names: names.join(", ") })];
  }
  if (Array.isArray(given)) {
    return given.some((value) => isEmpty(String(value))) ? [fieldError("filter_empty")] : [];
  }
  if (typeof given === "object" && "min" in given && "max" in given) {
    const { min = 0, max = 0 } = given;
    return min > max ? [fieldError("bounds_order")] : [];
  }
  return [];
}
