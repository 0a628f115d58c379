import { flag, isSet } from "./flag.ts";

/** The parameters of everything that comes as CSV. */
export const csvParams = {
  safe: flag(
    "1 = in CSV, put an apostrophe before texts that a spreadsheet would read as a formula (`=`, `+`, `-`, `@`, tab, CR or LF at the start). JSON is not affected.",
  ),
};

/** Returns whether the CSV of a request has to be safe in spreadsheets. */
export function isSafe({ query }: { readonly query: unknown }): boolean {
  return isSet((query as { readonly safe?: string }).safe);
}
