import type { MatcherRecord } from "../../model/matcher.ts";
import { readFilter, relationOf } from "../address/filters.ts";

/** Says which events a goal or a step stands for: "Page begins with /blog/". */
export function MatcherWords({ of: { type, value, props } }: { readonly of: MatcherRecord }) {
  // Values are written as those of filters are.
  const condition = readFilter({ name: type, value });
  const relation = relationOf(condition);
  return (
    <>
      {type === "page" ? "Page" : "Event"} {relation !== "is" && `${relation} `}
      {condition.text}
      {Object.entries(props ?? {}).map(([key, text]) => (
        <span key={key}>
          , {key} is {text}
        </span>
      ))}
    </>
  );
}
