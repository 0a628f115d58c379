import { lazy } from "../components/lazy.tsx";

/** The note on days that were imported as totals, which few websites have. */
export const ImportsNote = lazy(() =>
  import("./imports-note.tsx").then((module) => module.ImportsNote),
);
