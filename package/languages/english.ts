import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import type { ESTree } from "rolldown/utils";

import { applied, messageOf, resultOf, Scope, type Value } from "./evaluate.ts";
import type { Arg, Message, Parameter, ParameterType, Text } from "./message.ts";

/** The texts of an area by their keys, such as `goals.form.add`. */
export type Texts = ReadonlyMap<string, Text>;
/** The English texts by area. Those of mails are an area, too. */
export type English = ReadonlyMap<string, Texts>;

export const mailArea = "mail";

/** Reads the English texts of a directory of sources: what their functions say. */
export async function readEnglish(src: string): Promise<English> {
  const words = join(src, "dashboard/words");
  const names = (await readdir(words)).filter((name) => name.endsWith(".ts"));
  const areas = new Map<string, Texts>();
  for (const name of names.toSorted()) {
    const scope = new Scope();
    scope.set("format", { is: "tools" });
    scope.set("plural", { is: "tool", name: "plural" });
    for (const { area, table } of tablesOf(await programOf(join(words, name)), scope)) {
      areas.set(area, textsOf(area, resultOf(table, scope)));
    }
  }
  const mail = await mailTableOf(join(src, "notifications/content/words/en.ts"));
  areas.set(mailArea, textsOf(mailArea, mail));
  return areas;
}

export async function programOf(file: string): Promise<ESTree.Program> {
  return parseAst(await readFile(file, "utf8"), { lang: "ts" }, file);
}

/** Returns the tables of a file, each with its area, and makes its constants known. */
function tablesOf(program: ESTree.Program, scope: Scope) {
  const found: { area: string; table: ESTree.Expression }[] = [];
  for (const { type, ...statement } of declarationsOf(program)) {
    if (type === "FunctionDeclaration") {
      const node = statement as ESTree.Function;
      if (node.id !== null) scope.set(node.id.name, { is: "function", node, scope });
      continue;
    }
    const declaration = { type, ...statement } as ESTree.VariableDeclaration;
    for (const { init } of declaration.declarations) {
      const call = init?.type === "CallExpression" ? init : undefined;
      if (call?.callee.type !== "Identifier" || call.callee.name !== "translated") continue;
      const [area, table] = call.arguments;
      if (area?.type !== "Literal" || table === undefined) throw new Error("No area");
      found.push({ area: String(area.value), table: table as ESTree.Expression });
    }
    for (const { id, init } of declaration.declarations) {
      // What is taken apart are the tools.
      if (id.type === "Identifier" && init !== null) scope.set(id.name, init);
    }
  }
  return found;
}

/** Returns the constants and functions of a file. */
function declarationsOf({ body }: ESTree.Program) {
  return body
    .map((each) => (each.type === "ExportNamedDeclaration" ? each.declaration : each))
    .filter((each) => each?.type === "VariableDeclaration" || each?.type === "FunctionDeclaration")
    .filter((each) => each !== null) as (ESTree.VariableDeclaration | ESTree.Function)[];
}

/** Returns the table that the function `mailWords` of a file makes. */
async function mailTableOf(file: string): Promise<Value> {
  const scope = new Scope();
  const made = declarationsOf(await programOf(file)).find(
    ({ type }) => type === "FunctionDeclaration",
  );
  if (made === undefined) throw new Error(`${file} has no function`);
  const node = made as ESTree.Function;
  return applied({ is: "function", node, scope }, [{ is: "tools" }]);
}

/** Returns the texts of a table by their keys. */
function textsOf(area: string, table: Value): Map<string, Text> {
  const texts = new Map<string, Text>();
  const add = (value: Value, path: Text["path"]): void => {
    if (value.is === "object") {
      for (const [key, each] of value.entries)
        add(each, [...path, value.isList ? Number(key) : key]);
      return;
    }
    const key = [area, ...path].join(".");
    try {
      texts.set(key, { path, ...textOf(value) });
    } catch (error) {
      throw new Error(`${key}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  add(table, []);
  return texts;
}

function textOf(value: Value): Omit<Text, "path"> {
  if (value.is === "tool") {
    const arg = { place: 0 };
    return {
      message: messageOf(applied(value, [{ is: "arg", arg, type: "number" }])),
      parameters: [{ name: "number", type: "number" }],
      args: new Map([["number", arg]]),
    };
  }
  if (value.is !== "function") {
    return { message: messageOf(value), parameters: undefined, args: new Map() };
  }
  const parameters = value.node.params.map(parameterOf);
  const given = parameters.map(({ type }, place): Value => ({ is: "arg", arg: { place }, type }));
  const message = messageOf(applied(value, given));
  const args = new Map<string, Arg>();
  for (const [place, { name }] of parameters.entries()) {
    if (name !== "") args.set(name, { place });
  }
  for (const arg of [...destructured(value.node.params), ...argsOf(message)]) {
    if (arg.property !== undefined) args.set(arg.property, arg);
  }
  return { message, parameters, args };
}

function parameterOf(pattern: ESTree.ParamPattern): Parameter {
  if (pattern.type !== "Identifier") return { name: "", type: "text" };
  return {
    name: pattern.name.replace(/^_|_$/g, ""),
    type: typeOf(pattern.typeAnnotation?.typeAnnotation),
  };
}

function typeOf(node: ESTree.TSType | undefined): ParameterType {
  if (node?.type === "TSNumberKeyword") return "number";
  if (node?.type === "TSUnionType")
    return node.types.map(typeOf).includes("number") ? "number" : "text";
  if (node?.type === "TSTypeOperator" || node?.type === "TSArrayType") return "list";
  return "text";
}

function destructured(patterns: readonly ESTree.ParamPattern[]): Arg[] {
  return patterns.flatMap((pattern, place) => {
    if (pattern.type !== "ObjectPattern") return [];
    return pattern.properties.flatMap((property) => {
      const isNamed = property.type === "Property" && property.key.type === "Identifier";
      return isNamed ? [{ place, property: (property.key as ESTree.IdentifierName).name }] : [];
    });
  });
}

function argsOf(message: Message): Arg[] {
  return message.flatMap((part) => {
    if (part.kind === "text") return [];
    if (part.kind === "value") return [part.arg];
    return [part.arg, ...part.cases.flatMap(([, each]) => argsOf(each))];
  });
}
