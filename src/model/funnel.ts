import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { funnelStepsMax, funnelStepsMin, nameCharactersMax } from "./limits.ts";
import { matcherFields, newMatcherFields } from "./matcher.ts";
import { nameOf } from "./text.ts";

const within = {
  description: "Whether all steps must lie in one day or in one visit.",
  examples: ["visit"],
  errorMessage: "must be one of day, visit",
};
const Within = Type.Enum(["day", "visit"], within);
const stepName = {
  description: "Name of the step; null or none if it is called by its value.",
  examples: ["Sees prices"],
};

const FunnelStep = Type.Object(
  { name: Type.Union([Type.String(), Type.Null()], stepName), ...matcherFields },
  { title: "FunnelStep", description: "A step of a funnel: an event." },
);
export type FunnelStep = Static<typeof FunnelStep>;

const NewFunnelStep = Type.Object(
  {
    name: Type.Optional(Type.Union([nameOf(nameCharactersMax), Type.Null()], stepName)),
    ...newMatcherFields,
  },
  {
    title: "NewFunnelStep",
    description: "A step of a funnel: an event.",
    errorMessage: "must be an object",
  },
);

export const FunnelRecord = Type.Object(
  {
    id: idField,
    name: nameField,
    within: Within,
    steps: Type.Array(FunnelStep, { description: "The steps, in their order." }),
    ...timeFields,
  },
  { title: "Funnel", description: "Events that visitors trigger one after the other." },
);
export type FunnelRecord = Static<typeof FunnelRecord>;

export const NewFunnel = Type.Object(
  {
    name: newNameField,
    within: Type.Optional(Type.Enum(["day", "visit"], { ...within, default: "day" })),
    steps: Type.Array(NewFunnelStep, {
      minItems: funnelStepsMin,
      maxItems: funnelStepsMax,
      description: "The steps, in their order.",
      errorMessage: fieldError("steps", { min: funnelStepsMin, max: funnelStepsMax }),
    }),
  },
  { title: "NewFunnel", description: "A funnel to create." },
);
export type NewFunnel = Static<typeof NewFunnel>;

const changes = Type.Object({ ...NewFunnel.properties, within: Within });
export const FunnelUpdate = Type.Partial(changes, {
  title: "FunnelUpdate",
  description: "The fields to change. `steps` is replaced as a whole.",
  examples: [{ within: "visit" }],
});

export const DeletedFunnel = deletedAnswer("funnel", "DeletedFunnel");
