import type { AuditView, StoreEntry } from "../../access/audit.ts";
import type { Definition, Kind } from "../../definitions/definition.ts";
import type { NoteDefinition } from "../../definitions/stored-definitions.ts";
import { toImportRecord } from "../imports/import-records.ts";
import { resources, toRecord } from "./definition-resources.ts";
import type { Resource } from "./resource.ts";

/** Returns the function that notes changes of definitions and imports in the audit list. */
export function noteDefinitions(store: StoreEntry): NoteDefinition {
  return (websiteId, { by, kind, what, before, after }) => {
    const view = (definition: Definition | undefined) => definition && viewOf(kind, definition);
    const change = { by, websiteId };
    // The import goes on, or goes: in both cases the entry has the whole record.
    if (what === "import.create") return store({ ...change, what, after: view(after) });
    if (what === "import.undo") return store({ ...change, what, before: view(before) });
    const done = before === undefined ? "create" : after === undefined ? "delete" : "update";
    const views = { before: view(before), after: view(after) };
    return store({ ...change, ...views, what: `${kind}.${done}` });
  };
}

/** Returns what the audit list has of a correction: never what it has taken away. */
function shownCorrection({ id, content: { kind, from, to, status } }: Definition<"correction">) {
  return { id, kind, from, to, status };
}

function viewOf(kind: Kind, definition: Definition): AuditView {
  if (kind === "correction")
    return { shown: shownCorrection(definition as Definition<"correction">) };
  if (kind === "import") return { shown: toImportRecord(definition as Definition<"import">) };
  const resource = Object.values(resources).find((each) => each.kind === kind);
  if (resource === undefined) throw new Error(`the API does not show a ${kind}`);
  const { hidden = () => ({}) } = resource as Pick<Resource<never>, "hidden">;
  return {
    shown: toRecord(resource as unknown as Resource<Kind>, definition),
    hidden: hidden(definition.content as never),
  };
}
