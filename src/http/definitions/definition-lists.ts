import type { Definition } from "../../definitions/definition.ts";
import type { AnnotationListParams, NamedListParams } from "./definition-list-params.ts";

type Order<T> = (a: T, b: T) => number;
type Named = { readonly id: number; readonly content: { readonly name: string } };

const byId: Order<{ readonly id: number }> = (a, b) => a.id - b.id;

/** Returns the goals, funnels or segments that a list asks for, in its order. */
export function selectNamed<Of extends Named>(all: readonly Of[], query: NamedListParams): Of[] {
  const { search = "", sort_by = "id", sort = "desc" } = query;
  const byName: Order<Of> = (a, b) => compareTexts(a.content.name, b.content.name);
  const order = inDirection(sort_by === "id" ? byId : byName, sort);
  return all.filter(({ content }) => contains(content.name, search)).sort(order);
}

/** Returns the annotations that a list asks for, in its order. */
export function selectAnnotations(
  all: readonly Definition<"annotation">[],
  query: AnnotationListParams,
): Definition<"annotation">[] {
  const { from, to, search = "", sort_by = "date", sort = "desc" } = query;
  const byDate: Order<Definition<"annotation">> = (a, b) =>
    compareAscii(a.content.date, b.content.date);
  // No time is '', which comes before each time.
  const byTime: Order<Definition<"annotation">> = (a, b) =>
    compareAscii(a.content.time ?? "", b.content.time ?? "");
  const byMoment: Order<Definition<"annotation">> = (a, b) =>
    inDirection(byDate, sort)(a, b) || byTime(a, b) || byId(a, b);
  return all
    .filter(({ content: { date } }) => from === undefined || date >= from)
    .filter(({ content: { date } }) => to === undefined || date <= to)
    .filter(({ content: { text } }) => contains(text, search))
    .sort(sort_by === "id" ? inDirection(byId, sort) : byMoment);
}

function inDirection<T>(order: Order<T>, sort: "asc" | "desc"): Order<T> {
  return sort === "asc" ? order : (a, b) => order(b, a);
}

/** Orders by code point, as the store does. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Orders texts without letters of other alphabets, in a fifth of the time. */
function compareAscii(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns whether the text contains what a client searches for. */
export function contains(text: string, search: string): boolean {
  return search === "" || foldCase(text).includes(foldCase(search));
}

/** Returns the text in one case. Upper case has one letter for `σ` and `ς`, and `SS` for `ß`. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}
