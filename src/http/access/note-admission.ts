import type { FastifyRequest } from "fastify";

import type { Admission } from "../../access/external-sign-in.ts";
import { type Person, signInsOf } from "../../access/person.ts";
import type { NoteChange } from "./audit-log.ts";

/** Notes in the audit list how signing in has made or changed a person, if it has. */
export async function noteAdmission(
  noteChange: NoteChange,
  request: FastifyRequest,
  { person, before }: Admission,
): Promise<void> {
  if (before === person.content) return;
  await noteChange(request, {
    what: before === undefined ? "person.sign-up" : "person.update",
    before: before === undefined ? null : fieldsOf(before),
    after: fieldsOf(person.content),
    caller: { kind: "person", person },
  });
}

function fieldsOf(person: Person): object {
  const { email, name, role, state } = person;
  return { email, name, role, state, sign_in: signInsOf(person) };
}
