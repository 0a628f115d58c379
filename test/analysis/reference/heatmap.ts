import type { Population } from "./population.ts";

/** Returns the 168 hours of the week, each with what its hours on the website's clock add up to. */
export function heatmapOf({ days }: Population, metric: "visitors" | "pageviews") {
  const hours = days.flatMap(({ events }) => {
    const views = events.filter(({ kind }) => kind === "pageview").map(({ hour }) => hour);
    return metric === "pageviews" ? views : [...new Set(events.map(({ hour }) => hour))];
  });
  return Array.from({ length: 168 }, (_, nth) => {
    const [weekday, hour] = [Math.floor(nth / 24) + 1, nth % 24];
    const isInside = (shown: string) =>
      (new Date(shown.slice(0, 10)).getUTCDay() + 6) % 7 === weekday - 1 &&
      Number(shown.slice(11, 13)) === hour;
    return { weekday, hour, count: hours.filter(isInside).length };
  });
}
