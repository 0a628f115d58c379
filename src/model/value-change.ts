import { type Static, Type } from "typebox";
import { valueFields } from "./fields.ts";

export const ValueChange = Type.Object(
  {
    dimension: Type.String({ description: "Name of the dimension.", examples: ["country"] }),
    ...valueFields,
    visitors: Type.Integer({ description: "Visitors that have the value.", examples: [120] }),
    visitors_before: Type.Integer({
      description: "Those of the earlier period; 0 for a new value.",
      examples: [80],
    }),
  },
  { title: "ValueChange", description: "A value whose visitors have changed." },
);
export type ValueChange = Static<typeof ValueChange>;
