import { type Static, Type } from "typebox";

import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { matcherFields, newMatcherFields } from "./matcher.ts";

export const GoalRecord = Type.Object(
  { id: idField, name: nameField, ...matcherFields, ...timeFields },
  { title: "Goal", description: "An event that visitors shall trigger." },
);
export type GoalRecord = Static<typeof GoalRecord>;

export const NewGoal = Type.Object(
  { name: newNameField, ...newMatcherFields },
  {
    title: "NewGoal",
    description: "A goal to create.",
    examples: [{ name: "Purchase", type: "event", value: "Purchase", props: { plan: "pro" } }],
  },
);
export type NewGoal = Static<typeof NewGoal>;

export const GoalUpdate = Type.Partial(NewGoal, {
  title: "GoalUpdate",
  description: "The fields to change. `props` is replaced as a whole; null clears it.",
  examples: [{ value: "/thanks*", type: "page" }],
});

export const DeletedGoal = deletedAnswer("goal", "DeletedGoal");
