import type { ComponentChildren } from "preact";

/** Stands for a node while the sentence is a text. No text of an event or a record has it. */
const mark = "\u0000";

/**
 * Returns a sentence of a table with nodes in the places of its parameters, such as a name in bold.
 * The table stays free of markup, and each language has the nodes where its grammar wants them.
 */
export function withNodes(
  sentence: (...texts: string[]) => string,
  ...nodes: readonly ComponentChildren[]
): ComponentChildren {
  const marks = nodes.map((_, index) => `${mark}${index}${mark}`);
  const parts = sentence(...marks).split(mark);
  return parts.map((part, index) => (index % 2 === 0 ? part : nodes[Number(part)]));
}
