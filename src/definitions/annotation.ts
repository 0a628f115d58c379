import { isRealDay } from "../base/calendar.ts";
import { type Errors, type Input, readPublic, readText } from "./fields.ts";

/** A remark about a day, or about a moment of it. */
export interface Annotation {
  /** `YYYY-MM-DD`, in the website's time zone. */
  readonly date: string;
  /** `HH:MM`; null for the whole day. */
  readonly time: string | null;
  readonly text: string;
  /** 1 if viewers see it. */
  readonly public: 0 | 1;
}

const textCharactersMax = 200;

/** Returns the annotation in the fields of a body. */
export function readAnnotation(input: Input, errors: Errors): Annotation {
  return {
    date: readDate(input["date"], errors),
    time: readTime(input["time"], errors),
    text: readText(input["text"], "text", textCharactersMax, errors),
    public: readPublic(input["public"], errors),
  };
}

function readDate(value: unknown, errors: Errors): string {
  if (typeof value === "string" && isRealDay(value)) return value;
  errors["date"] = [value === undefined ? "is required" : "must be a real date, YYYY-MM-DD"];
  return "";
}

function readTime(value: unknown, errors: Errors): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) return value;
  errors["time"] = ["must be a time of the day, HH:MM, or null"];
  return null;
}
