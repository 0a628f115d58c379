import { type Errors, type Input, isObject, readOneOf, readText } from "./fields.ts";

/** Selects events: page views by their page, or custom events by their name, and by their props. */
export interface Matcher {
  readonly type: "page" | "event";
  /** A pattern, as the client wrote it; src/counting/pattern.ts says what it means. */
  readonly value: string;
  /** Key → value, all of which the event must have. */
  readonly props: Readonly<Record<string, string>>;
}

const valueCharactersMax = 2_000;
const propsMax = 5;
/** No event has more. */
const propsCharactersMax = 16_384;

/** Returns the matcher in the fields of an object. `path` stands before the names of its fields. */
export function readMatcher(input: Input, path: string, errors: Errors): Matcher {
  return {
    type: readOneOf(input["type"], `${path}type`, ["page", "event"], errors),
    value: readValue(input["value"], `${path}value`, errors),
    props: readProps(input["props"], `${path}props`, errors),
  };
}

function readValue(value: unknown, path: string, errors: Errors): string {
  const text = readText(value, path, valueCharactersMax, errors);
  if (text.startsWith("!")) errors[path] = ["must not begin with !; write \\! for the character"];
  if (text === "~") errors[path] = ["must have a text after ~"];
  return text;
}

/** Returns the props as text, as events have them. */
function readProps(value: unknown, path: string, errors: Errors): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) {
    errors[path] = ["must be an object"];
    return {};
  }
  const entries = Object.entries(value);
  if (entries.length > propsMax) errors[path] = [`must have at most ${propsMax} keys`];
  for (const [key, prop] of entries.slice(0, propsMax + 1)) {
    if (["string", "number", "boolean"].includes(typeof prop)) continue;
    errors[`${path}.${key}`] = ["must be text, a number or a boolean"];
  }
  const props = Object.fromEntries(entries.map(([key, prop]) => [key, String(prop)]));
  if (Object.entries(props).flat().join("").length > propsCharactersMax) {
    errors[path] = [`must have at most ${propsCharactersMax.toLocaleString("en")} characters`];
  }
  return props;
}
