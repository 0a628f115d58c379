import { type Static, Type } from "typebox";

const LastResult = Type.Object({
  at: Type.String({
    format: "date-time",
    description: "Time of it, UTC.",
    examples: ["2026-11-23T08:00:11Z"],
  }),
  status: Type.Enum(["sent", "failed"], { description: "What became of it." }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: "Why it failed; null if it did not.",
    examples: ["the answer was 500"],
  }),
});
export type LastResult = Static<typeof LastResult>;

/** Returns the field that says what became of the last message. */
export function lastField(description: string) {
  return Type.Union([LastResult, Type.Null()], { description, examples: [null] });
}
