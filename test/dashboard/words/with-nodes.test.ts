import { expect, test } from "vitest";

import { withNodes } from "../../../src/dashboard/components/with-nodes.ts";

test("nodes stand where the sentence has its parameters, in any order and more than once", () => {
  const sentence = (who: string, what: string) => `${what} by ${who}, says ${who}.`;
  expect(withNodes(sentence, 1, 2)).toEqual(["", 2, " by ", 1, ", says ", 1, "."]);
  expect(withNodes(() => "Nothing is put in.")).toEqual(["Nothing is put in."]);
});

test("a parameter that the sentence leaves out has no place", () => {
  expect(withNodes((who) => (who === "" ? who : "Somebody"), 1)).toEqual(["Somebody"]);
});
