import { type Static, Type } from "typebox";

import { dayRange } from "./day-range.ts";
import { dropReasons } from "./drop-reason.ts";

export const IntakeQuery = Type.Object(dayRange);
export type IntakeQuery = Static<typeof IntakeQuery>;

/** What became of the events of a day. */
export const IntakeDay = Type.Object(
  {
    date: Type.String({ format: "date", description: "YYYY-MM-DD", examples: ["2026-11-20"] }),
    accepted: Type.Integer({ description: "Every event that is stored.", examples: [12] }),
    dropped: Type.Record(Type.Enum([...dropReasons]), Type.Integer(), {
      description: "Reason → number of events, every reason.",
      examples: [{ bot: 3, ip: 0, hostname: 1 }],
    }),
  },
  { title: "IntakeDay", description: "What became of the events of a day." },
);
export type IntakeDay = Static<typeof IntakeDay>;
