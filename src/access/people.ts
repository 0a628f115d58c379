import { type Author, isRoutine } from "../base/author.ts";
import { dayMs, isoDay } from "../base/calendar.ts";
import { comparableEmail } from "../base/email-address.ts";
import { invalid, Problem } from "../base/errors.ts";
import { fieldError } from "../base/field-errors.ts";
import { invitationDays } from "../model/choices.ts";
import { grantsMax } from "../model/limits.ts";
import type { AccessLookup } from "./access-set.ts";
import { type Grant, type PasswordLink, type Person, peopleMax } from "./person.ts";
import type { Recorded } from "./recorded.ts";
import { actorOf } from "./rights.ts";
import { hashOf, newSecret } from "./secret.ts";
import { type Session, sessionHolds } from "./session.ts";
import type { StoredAccess } from "./stored-access.ts";

/** The life of each kind of link. */
const linkMs = { invitation: invitationDays * dayMs, reset: 60 * 60_000 } as const;
/** Nobody signs in to more browsers; the oldest session ends. */
const sessionsMax = 100;
/** At each sign-in so many ended sessions are deleted, of whomever. So they never pile up. */
const endedAtOnce = 10;
/** Signing in is in the audit list by itself. */
const sessions = { routine: "session" } as const;
/** A link is used by somebody who signs in with it, or asked for by a stranger. */
export const mailedLink = { routine: "mailed link" } as const;

export type NewPerson = Pick<Person, "email" | "name" | "role" | "grants">;

/** A link that was just made. Its token is known now and never again. */
export interface MadeLink {
  readonly person: Recorded<Person>;
  readonly token: string;
  readonly link: PasswordLink;
}

/** A session that was just opened, and the token for its cookie. */
export interface OpenedSession {
  readonly session: Recorded<Session>;
  readonly token: string;
}

/** The fields that an owner changes, and whether the person may sign in. */
export type PersonChange = Partial<NewPerson> & { readonly state?: "active" | "disabled" };

/**
 * The rules of people, their links and their sessions. Changes say who makes them. Each rule is
 * checked on the newest records, so it
 * holds whichever process changes them. Methods reject as those of `StoredAccess`.
 */
export class People {
  readonly #access: StoredAccess;
  readonly #now: () => number;

  constructor(access: StoredAccess, now: () => number) {
    this.#access = access;
    this.#now = now;
  }

  get all(): AccessLookup {
    return this.#access.all;
  }

  /** Rejects with `Problem` VALIDATION on `email` if somebody has it, or if there are too many. */
  async invite(by: Author, person: NewPerson): Promise<MadeLink> {
    const token = newSecret();
    const link = this.#linkWith("invitation", token, by);
    const made = await this.#access.create(by, "person", (set) => {
      refuseTaken(set, person.email);
      if (set.count("person") >= peopleMax) {
        throw invalid({ body: [fieldError("people_max", { max: peopleMax })] });
      }
      return { ...newPerson(person, this.#now()), link };
    });
    return { person: made, token, link };
  }

  /** Whether the address that a start prints still makes the first owner. */
  get awaitsFirst(): boolean {
    return isUntouched(this.all);
  }

  /**
   * Makes the first owner, who has proved to see what the start prints. Rejects with `Problem`
   * VALIDATION on `token` once there was somebody, also if others try at the same time.
   */
  makeFirst(person: Pick<Person, "email" | "name" | "passwordHash">): Promise<Recorded<Person>> {
    const by = (made: Recorded<Person>) => actorOf({ kind: "person", person: made });
    return this.#access.put(by, "person", (set) => {
      if (!isUntouched(set)) throw invalid({ token: linkOver });
      const owner = newPerson({ ...person, role: "owner", grants: [] }, this.#now());
      return { content: { ...owner, passwordHash: person.passwordHash, state: "active" } };
    });
  }

  /** Makes a new link for somebody; an earlier one is void. Rejects for somebody disabled. */
  async renewLink(by: Author, id: number): Promise<MadeLink> {
    const token = newSecret();
    const renew = (before: Person) => {
      if (before.state === "disabled") throw invalid({ state: [fieldError("person_disabled")] });
      const kind = before.state === "invited" ? "invitation" : "reset";
      return { ...before, link: this.#linkWith(kind, token, by) };
    };
    const remark = { what: "person.link" } as const;
    const person = await this.#access.update(by, "person", id, renew, remark);
    return { person, token, link: person.content.link as PasswordLink };
  }

  /**
   * Changes somebody. `isRoot` says that the last owner may be changed, too. Rejects with `Problem`
   * VALIDATION on `email`, `role` or `state`.
   */
  update(
    by: Author,
    id: number,
    { state, ...fields }: PersonChange,
    { isRoot = false } = {},
  ): Promise<Recorded<Person>> {
    return this.#access.update(by, "person", id, (before, set) => {
      if (fields.email !== undefined) refuseTaken(set, fields.email, id);
      const changed = {
        ...before,
        ...fields,
        ...withoutOldLink(before, fields.email),
        ...this.#stateOf(before, set, state),
      };
      if (!isRoot && !isActiveOwner(changed)) {
        refuseLastOwner(set, id, changed.state === "active" ? "role" : "state");
      }
      return changed;
    });
  }

  /**
   * Gives somebody a grant on a website, or takes it away. Rejects with `Problem` VALIDATION on
   * `may` if there are too many.
   */
  grant(
    by: Author,
    id: number,
    websiteId: number,
    level: Grant["may"] | undefined,
  ): Promise<Recorded<Person>> {
    const change = (before: Person) => {
      const others = before.grants.filter(({ website_id }) => website_id !== websiteId);
      const own = level === undefined ? [] : [{ website_id: websiteId, may: level }];
      const grants = [...others, ...own];
      if (own.length > 0 && grants.length > grantsMax) {
        const most = grantsMax.toLocaleString("en");
        throw invalid({ may: [fieldError("grants_max", { max: most })] });
      }
      return { ...before, grants };
    };
    return this.#access.update(by, "person", id, change, { websiteId });
  }

  /** Deletes somebody, whose sessions end. `isRoot` as in `update`. */
  remove(by: Author, id: number, { isRoot = false } = {}): Promise<void> {
    return this.#access.remove(by, "person", id, (_, set) => {
      if (!isRoot) refuseLastOwner(set, id, "role");
    });
  }

  /**
   * Resolves with the person who has a link with this token that holds, or with undefined. The
   * command `footfall person` may just have made it, so an unknown one is looked up in the store.
   */
  async ofLink(token: string, kind: PasswordLink["kind"]): Promise<Recorded<Person> | undefined> {
    const hash = hashOf(token);
    if (this.all.findByLink(hash) === undefined) await this.#access.refresh();
    const person = this.all.findByLink(hash);
    const holds = person !== undefined && this.#linkHolds(person.content, token, kind);
    return holds ? person : undefined;
  }

  /**
   * Uses up a link: the person has this password from now on, and no session. An invitation makes
   * the person active, and may change the name. Rejects with `Problem` VALIDATION on `token`.
   */
  async useLink(
    token: string,
    kind: PasswordLink["kind"],
    { passwordHash, name }: { readonly passwordHash: string; readonly name?: string },
  ): Promise<Recorded<Person>> {
    const found = await this.ofLink(token, kind);
    if (found === undefined) throw invalid({ token: linkOver });
    return this.#access.update(mailedLink, "person", found.id, (before, set) => {
      if (!this.#linkHolds(before, token, kind)) throw invalid({ token: linkOver });
      return {
        ...before,
        ...(name !== undefined && { name }),
        passwordHash,
        state: "active",
        link: null,
        sessionsAfter: set.lastId("session"),
        keptSession: 0,
      };
    });
  }

  /**
   * Changes what somebody may change about itself. A new password ends all other sessions. Rejects
   * with `Problem` UNAUTHORIZED if the session has ended, or if the password that was checked is
   * not that of the person any more.
   */
  changeOwn(
    person: Recorded<Person>,
    session: Recorded<Session>,
    change: Partial<Pick<Person, "name" | "email" | "passwordHash" | "language">>,
  ): Promise<Recorded<Person>> {
    const { id } = person;
    const { passwordHash } = person.content;
    return this.#access.update(actorOf({ kind: "person", person }), "person", id, (before, set) => {
      const holds =
        set.find("session", session.id) !== undefined &&
        sessionHolds(session, { id, content: before }, this.#now());
      if (!holds || before.passwordHash !== passwordHash) throw new Problem("UNAUTHORIZED");
      if (change.email !== undefined) refuseTaken(set, change.email, id);
      const others = change.passwordHash !== undefined && {
        sessionsAfter: set.lastId("session"),
        keptSession: session.id,
        link: null,
      };
      return { ...before, ...change, ...withoutOldLink(before, change.email), ...others };
    });
  }

  /**
   * Opens a session of somebody who has proved who it is. Rejects with `Problem` WRONG_SIGN_IN if
   * the person is not active any more, or has another password since.
   */
  async openSession(
    person: Recorded<Person>,
    how: Pick<Session, "label" | "proxyName">,
  ): Promise<OpenedSession> {
    const token = newSecret();
    const nowMs = this.#now();
    const session = await this.#access.create(sessions, "session", (set) => {
      const { state, passwordHash } = set.find("person", person.id)?.content ?? {};
      if (state !== "active" || passwordHash !== person.content.passwordHash) {
        throw new Problem("WRONG_SIGN_IN");
      }
      return {
        ...how,
        hash: hashOf(token),
        personId: person.id,
        createdMs: nowMs,
        lastSeenOn: isoDay(Math.floor(nowMs / dayMs)),
      };
    });
    // In the background: it may take some seconds, and is tried again at the next sign-in.
    void this.#forgetEnded(person.id).catch(() => {});
    return { session, token };
  }

  /** Returns the sessions of somebody that hold, the newest first. */
  sessionsOf(person: Recorded<Person>): Recorded<Session>[] {
    return this.all
      .list("session")
      .filter((session) => session.content.personId === person.id)
      .filter((session) => sessionHolds(session, person, this.#now()))
      .reverse();
  }

  /** Ends a session of somebody. Rejects with `Problem` NOT_FOUND if the person has no such one. */
  async endSession(person: Recorded<Person>, id: number): Promise<void> {
    if (!this.sessionsOf(person).some((session) => session.id === id)) {
      throw new Problem("NOT_FOUND");
    }
    await this.#access.remove(sessions, "session", id);
  }

  /** Ends all sessions of everybody, and voids all links. */
  async endSignIns(by: Author): Promise<void> {
    for (const { id } of this.all.list("person")) {
      await this.#access.update(by, "person", id, (before, set) => {
        const sessionsAfter = set.lastId("session");
        const hasNone = before.sessionsAfter === sessionsAfter && before.keptSession === 0;
        if (hasNone && before.link === null) return undefined;
        return { ...before, link: null, sessionsAfter, keptSession: 0 };
      });
    }
  }

  /** Deletes some sessions that have ended, and the oldest of somebody who has too many. */
  async #forgetEnded(personId: number): Promise<void> {
    const { all } = this;
    const ended = all.list("session").filter((session) => {
      const person = all.find("person", session.content.personId);
      return person === undefined || !sessionHolds(session, person, this.#now());
    });
    const person = all.find("person", personId);
    const tooMany = person === undefined ? [] : this.sessionsOf(person).slice(sessionsMax);
    for (const { id } of [...ended.slice(0, endedAtOnce), ...tooMany.slice(0, endedAtOnce)]) {
      // Another process may have deleted it.
      await this.#access.remove(sessions, "session", id).catch(() => {});
    }
  }

  /** Returns the fields that follow from enabling or disabling somebody. */
  #stateOf(before: Person, set: AccessLookup, state: PersonChange["state"]): Partial<Person> {
    if (state === undefined) return {};
    if (state === "disabled") {
      return { state, link: null, sessionsAfter: set.lastId("session"), keptSession: 0 };
    }
    const canSignIn = before.passwordHash !== "" || before.identities.length > 0;
    return { state: canSignIn ? "active" : "invited" };
  }

  #linkWith(kind: PasswordLink["kind"], token: string, by: Author): PasswordLink {
    const link = { kind, hash: hashOf(token), expiresMs: this.#now() + linkMs[kind] };
    const isNamed = !isRoutine(by) && by.kind === "person" && by.name !== "";
    return isNamed ? { ...link, by: by.name } : link;
  }

  #linkHolds({ link, state }: Person, token: string, kind: PasswordLink["kind"]): boolean {
    if (link === null || state === "disabled" || link.kind !== kind) return false;
    return link.hash === hashOf(token) && this.#now() < link.expiresMs;
  }
}

/** Returns somebody who has not signed in yet. */
export function newPerson(person: NewPerson, nowMs: number): Person {
  return {
    ...person,
    state: "invited",
    passwordHash: "",
    identities: [],
    link: null,
    sessionsAfter: 0,
    keptSession: 0,
    createdMs: nowMs,
    lastSeenOn: null,
  };
}

/** Says of a token that it opens nothing, or nothing any more. */
export const linkOver = [fieldError("link_over")];

/** Returns whether nobody is or was there. A person who was deleted leaves the id. */
function isUntouched(set: AccessLookup): boolean {
  return set.lastId("person") === 0;
}

function refuseTaken(set: AccessLookup, email: string, ownId?: number): void {
  const other = set.findByEmail(comparableEmail(email));
  if (other !== undefined && other.id !== ownId) {
    throw invalid({ email: [fieldError("email_taken")] });
  }
}

/** Voids the link of somebody who gets another e-mail address: the old one has the mail with it. */
function withoutOldLink(before: Person, email = before.email): Partial<Person> {
  return comparableEmail(email) === comparableEmail(before.email) ? {} : { link: null };
}

function isActiveOwner({ role, state }: Person): boolean {
  return role === "owner" && state === "active";
}

/** Refuses a change after which no active owner would be left, where there was one. */
function refuseLastOwner(set: AccessLookup, id: number, field: "role" | "state"): void {
  const owners = set.list("person").filter(({ content }) => isActiveOwner(content));
  if (owners.length === 1 && owners[0]?.id === id) {
    throw invalid({ [field]: [fieldError("last_owner")] });
  }
}
