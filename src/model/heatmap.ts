import { type Static, Type } from "typebox";

export const HeatmapCell = Type.Object(
  {
    weekday: Type.Integer({
      description: "Day of the week: 1 is Monday, 7 is Sunday.",
      examples: [1],
    }),
    hour: Type.Integer({
      description: "Hour of the clock in the website's time zone, 0 to 23.",
      examples: [14],
    }),
    count: Type.Integer({
      description:
        "Visitors who did something in these hours, or page views in them, as `metric` says.",
      examples: [42],
    }),
  },
  { title: "HeatmapCell", description: "One hour of the week, over all days of the range." },
);
export type HeatmapCell = Static<typeof HeatmapCell>;
