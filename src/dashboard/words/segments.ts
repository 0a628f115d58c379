import { translated } from "./language.ts";

/** The texts of segments. */
export const segmentsWords = translated("segments", {
  title: "Segments",
  none: "There are no segments yet.",
  setFilterFirst: "Set a filter first, then save it here as a segment.",
  setFilter: "Set a filter",
  edit: "Edit",
  editNamed: (name: string) => `Edit ${name}`,
  editFilters: "Edit its filters",
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  keep: "Keep",
  saveSegment: "Save segment",
  name: "Name",
  saveAs: "Save the current filters as",
  replaceFilters: "Replace its filters with the current ones",
  isPublic: "Viewers can choose it",
  viewers: "Viewers are people who see the shared page.",
  askDelete: (name: string) => `Delete ${name}?`,
  deleted: (name: string) => `The segment ${name} is deleted.`,
  saved: (name: string) => `The segment ${name} is saved.`,
  clash: (name: string) =>
    `These filters cannot be saved together with the segment ${name}, because both have filters of the same kind.`,
});
