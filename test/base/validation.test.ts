import { Type } from "typebox";
import { expect, test } from "vitest";

import { compileCheck } from "../../src/base/validation.ts";
import { NewFunnel } from "../../src/model/funnel.ts";
import { NewGoal } from "../../src/model/goal.ts";

const step = { type: "page", value: "/" };

/** Returns the wrong fields of a body. */
function wrong(schema: Parameters<typeof compileCheck>[0], body: unknown) {
  const checked = compileCheck(schema)(body);
  return checked.ok ? {} : checked.fields;
}

test("a wrong value within a list or an object is named by its path", () => {
  const steps = [
    { type: "x", value: "!a", props: { "a/b~c": null, ok: 1 } },
    7,
    { value: "~", props: 3, name: " " },
    step,
  ];
  expect(wrong(NewFunnel, { name: "", steps })).toEqual({
    name: ["must be text of 1 to 120 characters"],
    "steps.0.type": ["must be one of page, event"],
    "steps.0.value": ["must not begin with !; write \\! for the character"],
    "steps.0.props.a/b~c": ["must be text, a number or a boolean"],
    "steps.1": ["must be an object"],
    "steps.2.type": ["is required"],
    "steps.2.value": ["must have a text after ~"],
    "steps.2.props": ["must be an object with at most 5 keys"],
    "steps.2.name": ["must be text of 1 to 120 characters"],
  });
});

test("a list of the wrong length is named itself", () => {
  const sentence = "must be a list of 2 to 8 steps";
  expect(wrong(NewFunnel, { name: "a", steps: [step] })).toEqual({ steps: [sentence] });
  expect(wrong(NewFunnel, { name: "a", steps: Array(9).fill(step) })).toEqual({
    steps: [sentence],
  });
  expect(wrong(NewFunnel, { name: "a", steps: {} })).toEqual({ steps: [sentence] });
  expect(wrong(NewFunnel, { name: "a" })).toEqual({ steps: ["is required"] });
  expect(wrong(NewFunnel, [])).toEqual({ body: ["must be an object"] });
});

test("of a list or an object that is far too long, little is checked and named", () => {
  const steps = Array(20_000).fill({});
  expect(Object.keys(wrong(NewFunnel, { name: "a", steps }))).toHaveLength(1 + 2 * 9);
  const props = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, null]));
  expect(Object.keys(wrong(NewGoal, { ...step, name: "a", props }))).toHaveLength(1 + 6);
});

test("props have a limit of keys and of characters, and null is none", () => {
  const goal = { ...step, name: "a" };
  const keys = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`k${i}`, i]));
  expect(wrong(NewGoal, { ...goal, props: keys })).toEqual({
    props: ["must be an object with at most 5 keys"],
  });
  expect(wrong(NewGoal, { ...goal, props: { a: "x".repeat(16_384) } })).toEqual({
    props: ["must have at most 16,384 characters"],
  });
  expect(wrong(NewGoal, { ...goal, props: { a: "x".repeat(16_383) } })).toEqual({});
  expect(wrong(NewGoal, { ...goal, props: null })).toEqual({});
});

test("a key like that of every object is a key like any other", () => {
  const body = JSON.parse(
    '{"name":"a","type":"page","value":"/","props":{"__proto__":"a","toString":1}}',
  );
  expect(compileCheck(NewGoal)(body)).toEqual({ ok: true, value: body });
  const broken = JSON.parse('{"name":"a","type":"page","value":"/","props":{"__proto__":[]}}');
  expect(wrong(NewGoal, broken)).toEqual({
    "props.__proto__": ["must be text, a number or a boolean"],
  });
});

test("names lose the blanks around them, also within a list", () => {
  const steps = [{ ...step, name: " a " }, step];
  expect(compileCheck(NewFunnel)({ name: " Checkout ", steps })).toEqual({
    ok: true,
    value: { name: "Checkout", steps: [{ ...step, name: "a" }, step] },
  });
});

test("an error of a value without a sentence of its own is that of what is around it", () => {
  const schema = Type.Object({
    outer: Type.Object({ inner: Type.String() }, { errorMessage: "must have an inner text" }),
    plain: Type.Integer({ minimum: 3 }),
  });
  expect(wrong(schema, { outer: { inner: 1 }, plain: "2" })).toEqual({
    outer: ["must have an inner text"],
    plain: ["must be >= 3"],
  });
  expect(wrong(schema, { outer: {}, plain: "3" })).toEqual({ outer: ["must have an inner text"] });
});
