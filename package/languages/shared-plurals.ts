import type { ParameterType } from "./message.ts";

/*
 * Plurals that several texts of a file have are functions of it, and others stand where they are
 * used. Code has marks until all of a file is known: one for each parameter of a text, one for each
 * parameter of a plural, and a call, which is a number and parameters between three marks.
 */

const ofText = 0xe000;
const ofPlural = 0xe100;
const call = /\ue200(\d+)\ue201([^\ue202]*)\ue202/g;
const parameters = /[\ue000-\ue00f]/g;
const ownParameters = /[\ue100-\ue10f]/g;

interface Plural {
  readonly body: string;
  readonly types: readonly ParameterType[];
  uses: number;
}

const typeNames = { number: "number", list: "readonly string[]", text: "string" };

/** Returns the mark of a text's parameter. */
export function markOf(place: number): string {
  return String.fromCharCode(ofText + place);
}

/** Returns the name of a parameter in code. */
export function letterOf(place: number): string {
  return String.fromCharCode("a".charCodeAt(0) + place);
}

/** The plurals of a file. */
export class SharedPlurals {
  readonly #plurals: Plural[] = [];

  /** Notes a plural, and returns the code that stands for it. */
  add(code: string, typeOf: (place: number) => ParameterType): string {
    const marks = [...new Set(code.match(parameters) ?? [])];
    const body = code.replace(parameters, (mark) => {
      return String.fromCharCode(ofPlural + marks.indexOf(mark));
    });
    const types = marks.map((mark) => typeOf(mark.charCodeAt(0) - ofText));
    let index = this.#plurals.findIndex((each) => each.body === body && isSame(each.types, types));
    if (index === -1) index = this.#plurals.push({ body, types, uses: 0 }) - 1;
    const found = this.#plurals[index];
    if (found !== undefined) found.uses += 1;
    return `\ue200${index}\ue201${marks.join(",")}\ue202`;
  }

  /** Returns the code of a text, once all texts of the file are compiled. */
  codeOf(text: string): string {
    const expanded = text.replace(call, (all, index: string, given: string) => {
      const { body = "", uses = 0 } = this.#plurals[Number(index)] ?? {};
      if (uses > 1) return `plural${index}(${given.split(",").join(", ")})`;
      const marks = given.split(",");
      return body.replace(ownParameters, (own) => marks[own.charCodeAt(0) - ofPlural] ?? all);
    });
    if (expanded !== text) return this.codeOf(expanded);
    return text.replace(parameters, (mark) => letterOf(mark.charCodeAt(0) - ofText));
  }

  /** Returns the functions that the texts share. */
  functions(): string {
    return this.#plurals
      .map(({ body, types, uses }, index) => {
        if (uses < 2) return "";
        const own = body.replace(/[\ue100-\ue10f]/g, (mark) => {
          return markOf(mark.charCodeAt(0) - ofPlural);
        });
        const named = types.map((type, place) => `${letterOf(place)}: ${typeNames[type]}`);
        return `const plural${index} = (${named.join(", ")}) => ${this.codeOf(own)};\n`;
      })
      .join("");
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}
