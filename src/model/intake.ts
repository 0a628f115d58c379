import { type Static, Type } from "typebox";

import { dropReasons } from "../collect/draft.ts";
import { dayRange } from "./day-range.ts";

export const IntakeQuery = Type.Object(dayRange);
export type IntakeQuery = Static<typeof IntakeQuery>;

/** What became of the events of a day. */
export const IntakeDay = Type.Object({
  date: Type.String({ description: "YYYY-MM-DD" }),
  accepted: Type.Integer({ description: "Every event that is stored." }),
  dropped: Type.Record(Type.Enum([...dropReasons]), Type.Integer(), {
    description: "Reason → number of events, every reason.",
  }),
});
