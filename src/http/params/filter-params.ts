import type { preValidationHookHandler } from "fastify";

const bracketed = /^filter\[([^[\]]*)\](?:\[\d*\])?$/;

/**
 * Gathers the parameters `filter[NAME]=VALUE` into one, `filter`: name → values, as in the route's
 * schema. Lists may be written as `filter[NAME][]` and `filter[NAME][0]`, too.
 *
 * If a parameter is misspelt, its name is everything after `filter`. That begins with `[`, as no
 * dimension does, so the check of the filters refuses it.
 */
export const gatherFilters: preValidationHookHandler = (request, _reply, done) => {
  const query = request.query as Readonly<Record<string, string | readonly string[]>>;
  const filter = new Map<string, string[]>();
  for (const [parameter, value] of Object.entries(query)) {
    if (!parameter.startsWith("filter[")) continue;
    const name = bracketed.exec(parameter)?.[1] ?? parameter.slice("filter".length);
    filter.set(name, [...(filter.get(name) ?? []), ...[value].flat()]);
  }
  if (filter.size > 0) request.query = { filter: Object.fromEntries(filter), ...query };
  done();
};
