import type { Dimension } from "../../counting/dimension-kinds.ts";
import { type DimensionName, dimensions } from "../../counting/dimensions.ts";

/** Returns the record of a value with its code behind the value, if the dimension has codes. */
export function withCode<Row extends { readonly value: string }>(
  { value, ...row }: Row,
  name: DimensionName,
) {
  const { codeOf }: Dimension = dimensions[name];
  return { value, ...(codeOf && { code: codeOf(value) ?? null }), ...row };
}
