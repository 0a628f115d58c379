import { comparableEmail, isEmailAddress } from "../base/email-address.ts";
import { withoutHiddenCharacters } from "../base/hidden-characters.ts";
import type { AccessLookup, AccessRecord } from "./access-set.ts";
import { newPerson } from "./people.ts";
import { type Identity, type Person, peopleMax } from "./person.ts";
import { actorOf } from "./rights.ts";
import type { StoredAccess } from "./stored-access.ts";

/** A person as a provider of sign-ins describes them. */
export interface ExternalIdentity extends Identity {
  /** Undefined if the provider tells none. */
  readonly email: string | undefined;
  /** Whether the provider says that the address belongs to the person. */
  readonly isEmailVerified: boolean;
  /** Undefined if the provider tells none. */
  readonly name: string | undefined;
}

/** The settings that decide who gets in. */
export interface SignInRules {
  /** Whether somebody whom nobody has invited gets in, as a member without grants. */
  readonly signUp: "off" | "member";
  /** Domains of the addresses that a provider lets in, in lower case; none means every domain. */
  readonly emailDomains: readonly string[];
  /** Addresses of people who are owners once a provider lets them in, in lower case. */
  readonly owners: readonly string[];
}

export type SignInRefusal =
  /** The person is disabled. */
  | "disabled"
  /** The address is in none of the domains that get in. */
  | "domain"
  /** No person has the address, and nobody may sign up. */
  | "uninvited"
  /** The provider tells no address, so nobody can be found by it. */
  | "no-email"
  /** The address may belong to somebody else. */
  | "unverified-email"
  /** The person signs in with another account of the same provider. */
  | "other-account"
  /** There are as many people as there can be. */
  | "full";

/** Thrown if somebody does not get in. Nothing was changed. */
export class SignInRefused extends Error {
  readonly refusal: SignInRefusal;

  constructor(refusal: SignInRefusal) {
    super(`the sign-in was refused: ${refusal}`);
    this.refusal = refusal;
  }
}

/** As of names that people choose themselves. */
const nameCharactersMax = 120;

type PeopleStore = Pick<StoredAccess, "put">;
type SignUp = Pick<Person, "email" | "name" | "role" | "identities">;

/**
 * Resolves with the person whom a provider of sign-ins describes. Rejects with `SignInRefused`, and
 * with `Problem` STORE_UNAVAILABLE.
 *
 * - The identity decides. Only a verified address finds the person of an unknown identity, which
 *   the person has from then on. So an address that was given to somebody else opens nothing.
 * - Signing in uses up an open invitation.
 * - An address of `owners` makes an owner, and needs no invitation.
 */
export function admit(
  people: PeopleStore,
  identity: ExternalIdentity,
  rules: SignInRules,
  nowMs: number,
): Promise<AccessRecord<"person">> {
  const { iss, sub } = identity;
  return letIn(people, (set) => {
    const known = set.findByIdentity(identity);
    if (known !== undefined) {
      if (rules.emailDomains.length > 0) refuseDomain(verifiedEmail(identity), rules);
      return { id: known.id, content: enter(known.content, isNamedOwner(identity, rules)) };
    }
    const email = verifiedEmail(identity);
    refuseDomain(email, rules);
    const isOwner = isNamedOwner(identity, rules);
    const found = set.findByEmail(email);
    if (found === undefined) {
      if (!isOwner) refuseSignUp(rules);
      const role = isOwner ? "owner" : "member";
      const name = nameFrom(identity) ?? email;
      return { content: signUp(set, { email, name, role, identities: [{ iss, sub }] }, nowMs) };
    }
    const person = enter(found.content, isOwner);
    // The provider has given the address to somebody else, or the same person a new account.
    if (person.identities.some((each) => each.iss === iss))
      throw new SignInRefused("other-account");
    const identities = [...person.identities, { iss, sub }];
    return { id: found.id, content: { ...person, identities } };
  });
}

/**
 * Resolves with the person of an address that an authenticating proxy vouches for. Rejects as
 * `admit` does. Domains and owners are rules for providers alone.
 */
export function admitByEmail(
  people: PeopleStore,
  email: string,
  rules: Pick<SignInRules, "signUp">,
  nowMs: number,
): Promise<AccessRecord<"person">> {
  return letIn(people, (set) => {
    const found = set.findByEmail(email);
    if (found !== undefined) return { id: found.id, content: enter(found.content, false) };
    refuseSignUp(rules);
    const draft: SignUp = { email, name: email, role: "member", identities: [] };
    return { content: signUp(set, draft, nowMs) };
  });
}

/** Resolves with the person whom `decide` makes or finds among the newest records. */
function letIn(
  people: PeopleStore,
  decide: (set: AccessLookup) => { id?: number; content: Person },
): Promise<AccessRecord<"person">> {
  return people.put((person) => actorOf({ kind: "person", person }), "person", decide);
}

/** Returns the name that a provider tells, as people could choose it; undefined without one. */
function nameFrom({ name = "" }: ExternalIdentity): string | undefined {
  return withoutHiddenCharacters(name).trim().slice(0, nameCharactersMax) || undefined;
}

/** Returns the address that belongs to a person for certain. Throws `SignInRefused` without one. */
function verifiedEmail({ email, isEmailVerified }: ExternalIdentity): string {
  if (email === undefined || !isEmailAddress(email)) throw new SignInRefused("no-email");
  if (!isEmailVerified) throw new SignInRefused("unverified-email");
  return email;
}

function refuseDomain(email: string, { emailDomains }: SignInRules): void {
  const [, domain = ""] = comparableEmail(email).split("@");
  const isLetIn = emailDomains.length === 0 || emailDomains.includes(domain);
  if (!isLetIn) throw new SignInRefused("domain");
}

function isNamedOwner({ email, isEmailVerified }: ExternalIdentity, { owners }: SignInRules) {
  return isEmailVerified && email !== undefined && owners.includes(comparableEmail(email));
}

function refuseSignUp({ signUp }: Pick<SignInRules, "signUp">): void {
  if (signUp === "off") throw new SignInRefused("uninvited");
}

/** Returns the person after signing in: the same object if nothing changes. */
function enter(person: Person, isOwner: boolean): Person {
  if (person.state === "disabled") throw new SignInRefused("disabled");
  const role = isOwner ? "owner" : person.role;
  if (person.state === "active") return role === person.role ? person : { ...person, role };
  return { ...person, role, state: "active", link: null };
}

function signUp(set: AccessLookup, draft: SignUp, nowMs: number): Person {
  if (set.count("person") >= peopleMax) throw new SignInRefused("full");
  const { identities, ...person } = draft;
  return { ...newPerson({ ...person, grants: [] }, nowMs), identities, state: "active" };
}
