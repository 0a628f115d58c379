import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";

import { type Audit, recordOfAudit } from "../../access/audit.ts";
import { actorOf, type Named } from "../../access/rights.ts";
import { callerOf } from "./authentication.ts";

/** A change as a route tells it. A record is null before it is made, and after it is deleted. */
interface Change {
  /** The kind of change, such as `website.update`. */
  readonly what: string;
  readonly websiteId?: number;
  readonly before: object | null;
  readonly after: object | null;
  /** The caller, where no hook has found it. */
  readonly caller?: Named;
}

/** Notes a change in the audit list. It never fails: the change itself has been made. */
export type NoteChange = (request: FastifyRequest, change: Change) => Promise<void>;

/** Returns the function that notes changes. A note that cannot be stored is logged. */
export function createAuditLog(deps: {
  audit: Audit;
  now: () => number;
  logger: FastifyBaseLogger;
}): NoteChange {
  return async (request, { what, websiteId = null, before, after, caller }) => {
    const changed =
      before === null || after === null ? { before, after } : onlyChanged(before, after);
    const isSame = before !== null && Object.keys(changed.before ?? {}).length === 0;
    if (isSame && after !== null) return;
    const who = actorOf(caller ?? callerOf(request));
    const records = {
      before: recordOfAudit(what, changed.before),
      after: recordOfAudit(what, changed.after),
    };
    try {
      await deps.audit.append({ atMs: deps.now(), who, what, websiteId, ...records });
    } catch (error) {
      deps.logger.error({ err: error, what }, "a change is missing in the audit list");
    }
  };
}

/**
 * Returns a record before and after a change, in which these fields only tell whether they have
 * changed: their values have no place in the list.
 */
export function hideValues<Fields extends object>(
  [before, after]: readonly [Fields, Fields],
  names: readonly (keyof Fields)[],
): { before: object; after: object } {
  const hidden = names.map((name) => [name, "hidden"]);
  const marked = names.map((name) => {
    return [name, isDeepStrictEqual(before[name], after[name]) ? "hidden" : "changed"];
  });
  return {
    before: { ...before, ...Object.fromEntries(hidden) },
    after: { ...after, ...Object.fromEntries(marked) },
  };
}

/**
 * Returns the fields that differ, as they were and as they are, without the time of the change. If
 * there are some, the id of the record is beside them.
 */
function onlyChanged(before: object, after: object): { before: object; after: object } {
  const isChanged = ([name, value]: [string, unknown]) =>
    name !== "updated_at" && !isDeepStrictEqual(value, before[name as keyof typeof before]);
  if (!Object.entries(after).some(isChanged)) return { before: {}, after: {} };
  const fields = Object.entries(after).filter((field) => field[0] === "id" || isChanged(field));
  const old = fields.map(([name]) => [name, before[name as keyof typeof before] ?? null]);
  return { before: Object.fromEntries(old), after: Object.fromEntries(fields) };
}
