import { type Static, Type } from "typebox";

import { fieldError } from "../base/field-errors.ts";
import {
  changedPublicField,
  deletedAnswer,
  idField,
  newPublicField,
  publicField,
  timeFields,
} from "./definition.ts";
import { annotationCharactersMax } from "./limits.ts";
import { linesOf } from "./text.ts";

const date = Type.String({
  format: "date",
  description: "Day in the website's time zone.",
  examples: ["2026-11-20"],
  errorMessage: fieldError("date"),
});
const time = {
  description: "Time of the day; null for the whole day.",
  examples: ["14:05"],
  errorMessage: fieldError("time_of_day"),
};
const text = { description: "The remark.", examples: ["Release 2.0"] };

export const AnnotationRecord = Type.Object(
  {
    id: idField,
    date,
    time: Type.Union([Type.String(), Type.Null()], time),
    text: Type.String(text),
    public: publicField,
    ...timeFields,
  },
  { title: "Annotation", description: "A remark about a day or a moment." },
);
export type AnnotationRecord = Static<typeof AnnotationRecord>;

export const NewAnnotation = Type.Object(
  {
    date,
    time: Type.Optional(
      Type.Union([Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }), Type.Null()], time),
    ),
    text: linesOf(annotationCharactersMax, text),
    public: newPublicField,
  },
  {
    title: "NewAnnotation",
    description: "An annotation to create.",
    examples: [{ date: "2026-11-20", time: "14:05", text: "Release 2.0" }],
  },
);
export type NewAnnotation = Static<typeof NewAnnotation>;

const changes = Type.Object({ ...NewAnnotation.properties, public: changedPublicField });
export const AnnotationUpdate = Type.Partial(changes, {
  title: "AnnotationUpdate",
  description: "The fields to change; null clears `time`.",
  examples: [{ time: null }],
});

export const DeletedAnnotation = deletedAnswer("annotation", "DeletedAnnotation");
