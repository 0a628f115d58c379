import { translated } from "./language.ts";

/** The texts of the notes on days, which the API calls annotations. */
export const notesWords = translated("notes", {
  title: "Notes",
  none: "There are no notes.",
  add: "Add note",
  note: "Note",
  day: "Day",
  time: "Time (optional)",
  isPublic: "Viewers see it",
  viewers: "Viewers are people who see the shared page.",
  added: "The note is added.",
  deleted: "The note is deleted.",
});
