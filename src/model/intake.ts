import { type Static, Type } from "typebox";

import { dropReasons } from "./drop-reason.ts";

/** The accepted and dropped events of one day. */
export const IntakeDay = Type.Object(
  {
    date: Type.String({ format: "date", description: "The day.", examples: ["2026-11-20"] }),
    accepted: Type.Integer({ description: "Number of accepted events.", examples: [12] }),
    dropped: Type.Record(Type.Enum([...dropReasons]), Type.Integer(), {
      description: "Number of dropped events by reason; every reason is listed.",
      examples: [{ bot: 3, ip: 0, hostname: 1 }],
    }),
    hidden: Type.Integer({
      description: "Accepted events of visitor days that the website's standing conditions hide.",
      examples: [2],
    }),
  },
  { title: "IntakeDay", description: "Accepted and dropped events of a day." },
);
export type IntakeDay = Static<typeof IntakeDay>;
