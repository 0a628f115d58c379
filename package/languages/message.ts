/** A parameter of a text: its place among the function's, and a property of it. */
export interface Arg {
  readonly place: number;
  readonly property?: string;
}

/** A piece of a message: text, a parameter, or one of several messages. */
export type Part = TextPart | ValuePart | ChoicePart;

export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A parameter that is put in, by a tool of the language, or as it is. */
export interface ValuePart {
  readonly kind: "value";
  readonly arg: Arg;
  readonly format: string | undefined;
}

/** The message of the first key that fits. The last one is `other`. */
export interface ChoicePart {
  readonly kind: "plural" | "select";
  readonly arg: Arg;
  readonly cases: readonly (readonly [key: string, message: Message])[];
}

export type Message = readonly Part[];

export type ParameterType = "number" | "list" | "text";

/** A parameter of a text, as the English function has it. */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
}

/** A text: plain, or a function with parameters. */
export interface Text {
  /** Where it stands in the table of its area. Numbers are places of lists. */
  readonly path: readonly (string | number)[];
  readonly message: Message;
  readonly parameters: readonly Parameter[] | undefined;
  /** The parameters and properties that a message can put in, by their names. */
  readonly args: ReadonlyMap<string, Arg>;
}

/** Messages have these words for the tools that format a value: `{share, number, percent}`. */
export const formats: Readonly<Record<string, string>> = {
  count: "number, integer",
  percent: "number, percent",
  decimal: "number, decimal",
  change: "number, change",
  /** A number with its digits alone, and one with two at least. */
  plain: "number, ::group-off",
  padded: "number, ::00",
  and: "list, and",
  or: "list, or",
  /** A list of names, each in one piece where the sentence runs the other way. */
  isolatedAnd: "list, and isolated",
  isolate: "isolate",
  lower: "lower",
  date: "date, long",
  shortDate: "date, short",
  month: "date, month",
  weekday: "date, weekday",
  shortWeekday: "date, shortWeekday",
};

export function isSame(one: Arg, other: Arg): boolean {
  return one.place === other.place && one.property === other.property;
}

/** Returns a message with all that is known if a choice takes this key. */
export function narrowed(message: Message, choice: ChoicePart, key: string): Message {
  return joined(
    message.map((part) => {
      if (part.kind === "text" || part.kind === "value") return [part];
      if (part.kind === choice.kind && isSame(part.arg, choice.arg) && covers(choice, part)) {
        const [, other = []] = part.cases.at(-1) ?? [];
        const found = part.cases.find(([each]) => each === key)?.[1] ?? other;
        return narrowed(found, choice, key);
      }
      const cases = part.cases.map(
        ([each, inner]) => [each, narrowed(inner, choice, key)] as const,
      );
      return [{ ...part, cases }];
    }),
  );
}

function covers(choice: ChoicePart, part: ChoicePart): boolean {
  return part.cases.every(([key]) => choice.cases.some(([each]) => each === key));
}

/** Returns the messages as one, with texts that follow each other in one part. */
export function joined(messages: readonly Message[]): Message {
  const parts: Part[] = [];
  for (const part of messages.flat()) {
    const last = parts.at(-1);
    if (part.kind === "text" && last?.kind === "text") {
      parts.splice(-1, 1, { kind: "text", text: last.text + part.text });
    } else if (part.kind !== "text" || part.text !== "") parts.push(part);
  }
  return parts;
}

/** Writes a message as ICU does. */
export function written(
  message: Message,
  nameOf: (arg: Arg) => string,
  counted?: Arg | undefined,
): string {
  return message
    .map((part, i) => {
      if (part.kind === "text") {
        const { text } = part;
        const end = message[i + 1] === undefined ? "" : "{";
        return quoted(text, end, counted !== undefined);
      }
      const name = nameOf(part.arg);
      if (part.kind === "value") {
        const isCounted = counted !== undefined && isSame(part.arg, counted);
        if (part.format === "count" && isCounted) return "#";
        return part.format === undefined ? `{${name}}` : `{${name}, ${formats[part.format]}}`;
      }
      const inner = part.kind === "plural" ? part.arg : counted;
      const cases = part.cases.map(([key, each]) => `${key} {${written(each, nameOf, inner)}}`);
      return `{${name}, ${part.kind}, ${cases.join(" ")}}`;
    })
    .join("");
}

/** Quotes what would be syntax. An apostrophe is one in front of syntax alone. */
function quoted(text: string, next: string, isCounted: boolean): string {
  const syntax = isCounted ? /[{}#]/g : /[{}]/g;
  const doubled = `${text}${next}`.replace(/'(?=['{}#])/g, "''");
  return doubled.slice(0, doubled.length - next.length).replace(syntax, "'$&'");
}
