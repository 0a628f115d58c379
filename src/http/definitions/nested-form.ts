import type { preValidationHookHandler } from "fastify";

type Form = Readonly<Record<string, string | string[]>>;

/** An empty field of a form clears these. */
const clearable = new Set(["props", "time"]);

/**
 * Gives the body of a form the shape that it has as JSON: `props[plan]=pro` is a field of `props`,
 * and each `filters[country]=Germany` a value in a list of `filters`.
 */
export const nestForm: preValidationHookHandler = (request, _reply, done) => {
  const type = request.headers["content-type"]?.toLowerCase() ?? "";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  if (isForm && typeof request.body === "object" && request.body !== null) {
    request.body = nested(request.body as Form);
  }
  done();
};

function nested(form: Form): object {
  const fields = new Map<string, unknown>();
  const props = new Map<string, unknown>();
  const filters = new Map<string, string[]>();
  for (const [name, value] of Object.entries(form)) {
    const prop = /^props\[(.*)\]$/s.exec(name)?.[1];
    const filter = /^filters\[(.*?)\](?:\[\d*\])?$/s.exec(name)?.[1];
    if (prop !== undefined) props.set(prop, value);
    else if (filter !== undefined) filters.set(filter, [filters.get(filter) ?? [], value].flat(2));
    else fields.set(name, value === "" && clearable.has(name) ? null : value);
  }
  if (props.size > 0) fields.set("props", Object.fromEntries(props));
  if (filters.size > 0) fields.set("filters", Object.fromEntries(filters));
  return Object.fromEntries(fields);
}
