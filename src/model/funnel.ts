import { Type } from "typebox";

import { deletedAnswer, idField, nameField, newNameField, timeFields } from "./definition.ts";
import { matcherFields, newMatcherFields } from "./matcher.ts";

const within = {
  description: "Whether all steps must lie in one day or in one visit.",
  examples: ["visit"],
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

const NewFunnelStep = Type.Object(
  {
    name: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 120 }), Type.Null()], stepName),
    ),
    ...newMatcherFields,
  },
  { title: "NewFunnelStep", description: "A step of a funnel: an event." },
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

export const NewFunnel = Type.Object(
  {
    name: newNameField,
    within: Type.Optional(Type.Enum(["day", "visit"], { ...within, default: "day" })),
    steps: Type.Array(NewFunnelStep, {
      minItems: 2,
      maxItems: 8,
      description: "The steps, in their order.",
    }),
  },
  { title: "NewFunnel", description: "A funnel to create." },
);

const changes = Type.Object({ ...NewFunnel.properties, within: Within });
export const FunnelUpdate = Type.Partial(changes, {
  title: "FunnelUpdate",
  description: "The fields to change. `steps` is replaced as a whole.",
  examples: [{ within: "visit" }],
});

export const DeletedFunnel = deletedAnswer("funnel", "DeletedFunnel");
