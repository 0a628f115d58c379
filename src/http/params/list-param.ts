import type { preValidationHookHandler } from "fastify";

/** Makes a list of a parameter that may be repeated, as in `path=page:/a&path=page:/b`. */
export function listParam(name: string): preValidationHookHandler {
  return (request, _reply, done) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    if (query[name] !== undefined) request.query = { ...query, [name]: [query[name]].flat() };
    done();
  };
}
