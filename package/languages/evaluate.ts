import type { ESTree } from "rolldown/utils";

import {
  type Arg,
  type ChoicePart,
  formats,
  isSame,
  joined,
  type Message,
  narrowed,
  type ParameterType,
} from "./message.ts";

/** The result of an expression of a table, while the parameters of its function are unknown. */
export type Value =
  | { readonly is: "literal"; readonly literal: string | number | boolean | null }
  | { readonly is: "message"; readonly message: Message }
  | { readonly is: "arg"; readonly arg: Arg; readonly type: ParameterType }
  | {
      readonly is: "object";
      readonly entries: ReadonlyMap<string, Value>;
      readonly isList?: boolean;
    }
  | {
      readonly is: "function";
      readonly node: ESTree.ArrowFunctionExpression | ESTree.Function;
      readonly scope: Scope;
    }
  /** The tools of a language, and one of them. */
  | { readonly is: "tools" }
  | { readonly is: "tool"; readonly name: string }
  | (Pick<ChoicePart, "kind" | "arg"> & { readonly is: "choice"; readonly cases: Cases });

type Cases = readonly (readonly [key: string, value: Value])[];
type Expression = ESTree.Expression;

/** The names that an expression can use. Values of a file are made when they are asked for. */
export class Scope {
  readonly #values = new Map<string, Value | Expression>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, value: Value | Expression): void {
    this.#values.set(name, value);
  }

  get(name: string): Value {
    const found = this.#values.get(name);
    if (found === undefined) {
      if (this.#outer !== undefined) return this.#outer.get(name);
      throw new Error(`Nothing is known of ${name}`);
    }
    return "is" in found ? found : resultOf(found, this);
  }
}

/** Returns what an expression stands for; throws if a message cannot say it. */
export function resultOf(node: Expression, scope: Scope): Value {
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "object" && node.value !== null) break;
      if (typeof node.value === "bigint") break;
      return { is: "literal", literal: node.value };
    case "TemplateLiteral":
      return templateOf(node, scope);
    case "Identifier":
      return scope.get(node.name);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return resultOf(node.expression, scope);
    case "ArrowFunctionExpression":
      return { is: "function", node, scope };
    case "ObjectExpression":
      return {
        is: "object",
        entries: new Map(node.properties.flatMap((each) => entriesOf(each, scope))),
      };
    case "ArrayExpression":
      return {
        is: "object",
        isList: true,
        entries: new Map(
          node.elements.map((each, i) => {
            if (each === null || each.type === "SpreadElement") throw new Error("A spread list");
            return [String(i), resultOf(each, scope)];
          }),
        ),
      };
    case "ConditionalExpression":
      return conditionalOf(node, scope);
    case "LogicalExpression":
      if (node.operator === "??") return elseOf(node, scope);
      break;
    case "MemberExpression":
      return memberOf(node, scope);
    case "CallExpression":
      return callOf(node, scope);
    default:
  }
  throw new Error(`A message cannot say ${node.type}`);
}

/** Returns the message of a value; throws if it is none. */
export function messageOf(value: Value): Message {
  switch (value.is) {
    case "literal":
      return value.literal === "" ? [] : [{ kind: "text", text: String(value.literal) }];
    case "message":
      return value.message;
    case "arg":
      return [
        { kind: "value", arg: value.arg, format: value.type === "text" ? undefined : "plain" },
      ];
    case "choice": {
      const { kind, arg } = value;
      const cases = value.cases.map(([key, each]) => [key, messageOf(each)] as const);
      return [choiceOf({ kind, arg, cases })];
    }
    default:
      throw new Error(`A message cannot have a value that is ${value.is}`);
  }
}

/** Returns what a function returns for these values. */
export function applied(value: Value, args: readonly Value[]): Value {
  if (value.is === "tool") return toolOf(value.name, args);
  if (value.is === "choice") return mapped(value, (each) => applied(each, args));
  if (value.is !== "function") throw new Error(`A value that is ${value.is} is called`);
  const scope = new Scope(value.scope);
  value.node.params.forEach((pattern, place) => {
    const arg = args[place];
    if (arg !== undefined) bind(pattern, arg, scope);
  });
  const { body } = value.node;
  if (body === null) throw new Error("A function has no body");
  if (body.type !== "BlockStatement") return resultOf(body, scope);
  return returnedBy(body.body, scope);
}

function returnedBy(statements: readonly ESTree.Statement[], scope: Scope): Value {
  for (const [i, statement] of statements.entries()) {
    if (statement.type === "VariableDeclaration") declare(statement, scope);
    else if (statement.type === "ReturnStatement" && statement.argument !== null) {
      return resultOf(statement.argument, scope);
    } else if (statement.type === "IfStatement" && statement.alternate === null) {
      const rest = statements.slice(i + 1);
      return chosen(
        statement.test,
        scope,
        () => returnedBy([statement.consequent], scope),
        () => returnedBy(rest, scope),
      );
    } else throw new Error(`A message cannot say ${statement.type}`);
  }
  throw new Error("A function returns nothing");
}

/** Makes the constants of a declaration known. */
export function declare(statement: ESTree.VariableDeclaration, scope: Scope): void {
  for (const { id, init } of statement.declarations) {
    if (init === null) throw new Error("A variable without a value");
    if (id.type === "Identifier") scope.set(id.name, init);
    else bind(id, resultOf(init, scope), scope);
  }
}

function bind(
  pattern: ESTree.ParamPattern | ESTree.BindingPattern,
  value: Value,
  scope: Scope,
): void {
  if (pattern.type === "Identifier") scope.set(pattern.name, value);
  else if (pattern.type === "ObjectPattern") {
    for (const property of pattern.properties) {
      if (property.type === "RestElement") throw new Error("A rest of parameters");
      bind(property.value, propertyOf(value, nameOf(property.key)), scope);
    }
  } else throw new Error(`A parameter is ${pattern.type}`);
}

function templateOf(node: ESTree.TemplateLiteral, scope: Scope): Value {
  const parts = node.quasis.map(({ value }, i) => {
    const expression = node.expressions[i];
    const text: Message = [{ kind: "text", text: value.cooked ?? "" }];
    return expression === undefined ? text : [...text, ...messageOf(resultOf(expression, scope))];
  });
  return { is: "message", message: joined(parts) };
}

function entriesOf(node: ESTree.ObjectPropertyKind, scope: Scope): [string, Value][] {
  if (node.type === "SpreadElement") {
    const spread = resultOf(node.argument, scope);
    if (spread.is !== "object") throw new Error("A spread value is no table");
    return [...spread.entries];
  }
  return [[nameOf(node.key), resultOf(node.value, scope)]];
}

function nameOf(key: ESTree.PropertyKey): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal") return String(key.value);
  throw new Error("A key is computed");
}

function conditionalOf(node: ESTree.ConditionalExpression, scope: Scope): Value {
  return chosen(
    node.test,
    scope,
    () => resultOf(node.consequent, scope),
    () => resultOf(node.alternate, scope),
  );
}

/** Returns the choice of a condition, or what it chooses if its parts are known. */
function chosen(test: Expression, scope: Scope, then: () => Value, or: () => Value): Value {
  if (test.type === "ParenthesizedExpression") return chosen(test.expression, scope, then, or);
  const isComparison = test.type === "BinaryExpression";
  if (isComparison && test.operator !== "===" && test.operator !== "!==") {
    throw new Error(`A condition has ${test.operator}`);
  }
  const isNegated = isComparison && test.operator === "!==";
  const [yes, no] = isNegated ? [or, then] : [then, or];
  const left = resultOf(isComparison ? (test.left as Expression) : test, scope);
  const right: Value = isComparison
    ? resultOf(test.right, scope)
    : { is: "literal", literal: true };
  if (right.is !== "literal") throw new Error("A condition has no literal");
  const { literal } = right;
  if (left.is === "literal") return left.literal === literal ? yes() : no();
  if (left.is !== "arg") throw new Error("A condition is about no parameter");
  const { arg } = left;
  const isNumber = typeof literal === "number";
  const key = isNumber ? `=${literal}` : String(literal === "" ? "empty" : literal);
  const cases: Cases = [
    [key, yes()],
    ["other", no()],
  ];
  return { is: "choice", kind: isNumber ? "plural" : "select", arg, cases };
}

/** `a ?? b`: a parameter that may be null, or a value of a table by a parameter. */
function elseOf(node: ESTree.LogicalExpression, scope: Scope): Value {
  const left = resultOf(node.left, scope);
  const right = resultOf(node.right, scope);
  if (left.is !== "arg") throw new Error("?? is not about a parameter");
  const cases: Cases = [
    ["null", right],
    ["other", left],
  ];
  return { is: "choice", kind: "select", arg: left.arg, cases };
}

function memberOf(node: ESTree.MemberExpression, scope: Scope): Value {
  const object = resultOf(node.object as Expression, scope);
  if (!node.computed) return propertyOf(object, nameOf(node.property));
  const key = resultOf(node.property as Expression, scope);
  if (key.is === "literal") return propertyOf(object, String(key.literal));
  if (object.is === "choice") return mapped(object, (each) => chosenFrom(each, key));
  return chosenFrom(object, key);
}

/** Returns the choice that a parameter makes of a table's values. */
function chosenFrom(object: Value, key: Value): Value {
  if (key.is !== "arg" || object.is !== "object") throw new Error("A key of no table");
  const entries = [...object.entries];
  const cases = entries.map(([name, value], i): [string, Value] => [
    i === entries.length - 1 ? "other" : name,
    value,
  ]);
  return { is: "choice", kind: "select", arg: key.arg, cases };
}

function propertyOf(value: Value, name: string): Value {
  if (value.is === "tools") return { is: "tool", name };
  if (value.is === "choice") return mapped(value, (each) => propertyOf(each, name));
  if (value.is === "arg") {
    // A number that is put in for a list is its length.
    if (name === "length") return value;
    return { is: "arg", arg: { place: value.arg.place, property: name }, type: "text" };
  }
  const found = value.is === "object" ? value.entries.get(name) : undefined;
  if (found === undefined) throw new Error(`Nothing has the name ${name}`);
  return found;
}

function callOf(node: ESTree.CallExpression, scope: Scope): Value {
  const args = node.arguments.map((each) => {
    if (each.type === "SpreadElement") throw new Error("A spread parameter");
    return resultOf(each, scope);
  });
  const callee = node.callee as Expression;
  if (callee.type === "MemberExpression" && !callee.computed) {
    const isLower = callee.property.type === "Identifier" && callee.property.name === "toLowerCase";
    if (isLower) return toolOf("lower", [resultOf(callee.object as Expression, scope)]);
  }
  return applied(resultOf(callee, scope), args);
}

function toolOf(name: string, [first, second]: readonly Value[]): Value {
  if (first?.is === "choice")
    return mapped(first, (each) => toolOf(name, second ? [each, second] : [each]));
  if (first?.is !== "arg") throw new Error(`The tool ${name} has no parameter`);
  const { arg } = first;
  if (name === "plural") {
    if (second?.is !== "object") throw new Error("A plural has no forms");
    const cases = [...second.entries].map(([key, each]) => [key, messageOf(each)] as const);
    return { is: "message", message: [choiceOf({ kind: "plural", arg, cases })] };
  }
  const format = name === "list" && second?.is === "literal" ? String(second.literal) : name;
  if (formats[format] === undefined) throw new Error(`Messages have no ${name}`);
  return { is: "message", message: [{ kind: "value", arg, format }] };
}

function choiceOf(part: Omit<ChoicePart, "cases"> & Pick<ChoicePart, "cases">): ChoicePart {
  const cases = part.cases.map(([key, each]) => [key, narrowed(each, part, key)] as const);
  const [, other = []] = cases.at(-1) ?? [];
  const [next] = other;
  const isChain = other.length === 1 && (next?.kind === "plural" || next?.kind === "select");
  if (!isChain || next.kind !== part.kind || !isSame(next.arg, part.arg)) return { ...part, cases };
  return { ...part, cases: [...cases.slice(0, -1), ...next.cases] };
}

function mapped(choice: Value & { is: "choice" }, change: (value: Value) => Value): Value {
  return { ...choice, cases: choice.cases.map(([key, value]) => [key, change(value)] as const) };
}
