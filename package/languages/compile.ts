import { type PluralCategory, parse } from "@messageformat/parser";

import { type Arg, formats, type ParameterType, type Text } from "./message.ts";
import { letterOf, markOf, type SharedPlurals } from "./shared-plurals.ts";

type Token = ReturnType<typeof parse>[number] | { type: "octothorpe" };

/** A message as an expression of TypeScript: a text or a function. */
export interface Compiled {
  /** With the marks of `SharedPlurals`. */
  readonly code: string;
  /** The tools of the language that it calls. */
  readonly tools: ReadonlySet<string>;
}

/** The parameters that a message can put in. */
type Scope = Pick<Text, "parameters" | "args">;

const formatByStyle = new Map(Object.entries(formats).map(([format, style]) => [style, format]));

/** Compiles a message of a language; throws if it is wrong. */
export function compile(
  message: string,
  english: Scope,
  language: string,
  plurals: SharedPlurals,
): Compiled {
  const cardinal = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const tokens = parse(message, { cardinal: cardinal as PluralCategory[], ordinal: [] });
  const writer = new Writer(english, cardinal, plurals);
  const code = writer.expression(tokens);
  const { tools } = writer;
  return {
    code: english.parameters === undefined ? code : `(${writer.parameters()}) => ${code}`,
    tools,
  };
}

class Writer {
  readonly tools = new Set<string>();
  readonly #english: Scope;
  readonly #forms: readonly string[];
  readonly #plurals: SharedPlurals;
  #used = 0;

  constructor(english: Scope, forms: readonly string[], plurals: SharedPlurals) {
    this.#english = english;
    this.#plurals = plurals;
    // For round millions in some languages, where `other` stands for it.
    this.#forms = forms.includes("few") ? forms : forms.filter((form) => form !== "many");
  }

  /** Returns the parameters of the function, up to the last one that is used. */
  parameters(): string {
    return Array.from({ length: this.#used }, (_, place) => letterOf(place)).join(", ");
  }

  expression(tokens: readonly Token[], counted?: string): string {
    const [first] = tokens;
    if (tokens.length === 0) return '""';
    if (tokens.length === 1 && first?.type === "content") {
      return JSON.stringify(textOf(first.value));
    }
    if (tokens.length === 1 && first?.type !== "content" && first !== undefined) {
      const { code, isText } = this.#value(first, counted);
      if (isText) return code;
    }
    const parts = tokens.map((token) => {
      if (token.type === "content") return textOf(token.value).replace(/[`\\]|\$\{/g, "\\$&");
      return `\${${this.#value(token, counted).code}}`;
    });
    return `\`${parts.join("")}\``;
  }

  #value(token: Token, counted: string | undefined): { code: string; isText: boolean } {
    switch (token.type) {
      case "octothorpe":
        if (counted === undefined) return { code: '"#"', isText: true };
        return { code: this.#call("count", counted), isText: true };
      case "argument": {
        const { code, type } = this.#arg(token.arg);
        if (type !== "text") throw new Error(`{${token.arg}} needs a format`);
        return { code, isText: true };
      }
      case "function":
        return this.#format(token.arg, token.key, this.#style(token.param));
      case "plural":
        if (token.pluralOffset) throw new Error("A plural has an offset");
        return { code: this.#plural(token.arg, token.cases), isText: true };
      case "select":
        return { code: `(${this.#select(token.arg, token.cases, counted)})`, isText: true };
      default:
        throw new Error(`Messages have no ${token.type}`);
    }
  }

  #style(param: readonly Token[] | undefined): string | undefined {
    return param
      ?.map((token) => (token.type === "content" ? token.value : "?"))
      .join("")
      .trim();
  }

  #format(name: string, key: string, style: string | undefined) {
    const format = formatByStyle.get(style === undefined ? key : `${key}, ${style}`);
    if (format === undefined) throw new Error(`Messages have no format ${key}, ${style ?? ""}`);
    const { code, type } = this.#arg(name);
    const isNumber = key === "number";
    if (isNumber && type === "text") throw new Error(`{${name}} is no number`);
    if ((key === "list") !== (type === "list") && !isNumber)
      throw new Error(`{${name}} is a ${type}`);
    const value = isNumber && type === "list" ? `${code}.length` : code;
    if (format === "plain") return { code: value, isText: false };
    if (format === "padded") return { code: `String(${value}).padStart(2, "0")`, isText: true };
    if (format === "lower") return { code: `${value}.toLowerCase()`, isText: true };
    if (format === "isolate") return { code: this.#call("isolate", value), isText: true };
    if (key !== "list") return { code: this.#call(format, value), isText: true };
    if (format === "isolatedAnd") {
      this.tools.add("isolate");
      return { code: this.#call("list", `${value}.map(isolate), "and"`), isText: true };
    }
    return { code: this.#call("list", `${value}, "${format}"`), isText: true };
  }

  #call(tool: string, values: string): string {
    this.tools.add(tool);
    return `${tool}(${values})`;
  }

  #plural(name: string, cases: readonly { key: string; tokens: Token[] }[]): string {
    const { code, type } = this.#arg(name);
    const number = { number: code, list: `${code}.length`, text: `Number.parseInt(${code}, 10)` }[
      type
    ];
    const exact = cases.filter(({ key }) => key.startsWith("="));
    const forms = cases.filter(({ key }) => !key.startsWith("="));
    const missing = this.#forms.filter((form) => !forms.some(({ key }) => key === form));
    const other = forms.find(({ key }) => key === "other");
    if (other === undefined) throw new Error(`The plural of ${name} lacks other`);
    // Without forms of its own it is a choice between numbers.
    if (forms.length > 1 && missing.length > 0) {
      throw new Error(`The plural of ${name} lacks ${missing.join(", ")}`);
    }
    const written = forms.map(({ key, tokens }) => `${key}: ${this.expression(tokens, number)}`);
    const rest =
      forms.length === 1
        ? this.expression(other.tokens, number)
        : this.#shared(this.#call("plural", `${number}, { ${written.join(", ")} }`));
    const choices = exact.map(({ key, tokens }) => {
      return `${number} === ${key.slice(1)} ? ${this.expression(tokens, number)} : `;
    });
    return choices.length === 0 ? rest : `(${choices.join("")}${rest})`;
  }

  #shared(code: string): string {
    return this.#plurals.add(code, (place) => this.#english.parameters?.[place]?.type ?? "text");
  }

  #select(
    name: string,
    cases: readonly { key: string; tokens: Token[] }[],
    counted?: string,
  ): string {
    const { code } = this.#arg(name);
    const choices = cases.map(({ key, tokens }) => {
      const text = this.expression(tokens, counted);
      if (key === "other") return text;
      if (key === "true") return `${code} ? ${text} : `;
      return `${code} === ${{ null: "null", empty: '""' }[key] ?? JSON.stringify(key)} ? ${text} : `;
    });
    if (cases.at(-1)?.key !== "other")
      throw new Error(`The choice of ${name} does not end with other`);
    return choices.join("");
  }

  #arg(name: string): { code: string; type: ParameterType } {
    const arg: Arg | undefined = this.#english.args.get(name);
    if (arg === undefined) throw new Error(`There is no parameter ${name}`);
    this.#used = Math.max(this.#used, arg.place + 1);
    const mark = markOf(arg.place);
    if (arg.property !== undefined) return { code: `${mark}.${arg.property}`, type: "text" };
    return { code: mark, type: this.#english.parameters?.[arg.place]?.type ?? "text" };
  }
}

/** Returns a text between parameters. No text of Footfall has a parameter's braces. */
function textOf(value: string): string {
  const [quoted] = /\{\w+\}/.exec(value) ?? [];
  if (quoted !== undefined) throw new Error(`An apostrophe quotes ${quoted}`);
  return value;
}
