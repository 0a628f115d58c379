import type { Language } from "../base/languages.ts";
import { usualSendMinute } from "../base/usual-send-minute.ts";
import type { Role } from "../model/choices.ts";

/** A right of a member on a website, or on all of them. */
export interface Grant {
  readonly website_id: number | "all";
  readonly may: "view" | "edit";
}

/** An identity at a provider of sign-ins. */
export interface Identity {
  readonly iss: string;
  readonly sub: string;
}

/** A link that lets a person choose a password. The person has one at most. */
export interface PasswordLink {
  readonly kind: "invitation" | "reset";
  /** The SHA-256 of its token, see `hashOf`. */
  readonly hash: string;
  readonly expiresMs: number;
  /** The name of the person who has made it; undefined if that was no person. */
  readonly by?: string;
}

/** The e-mail reports of all websites that a person sees, in one mail. */
export interface PersonReports {
  readonly day: boolean;
  readonly week: boolean;
  readonly month: boolean;
  /** Minute of the day at which they are sent, in the time zone. */
  readonly sendAt: number;
  /** IANA name. */
  readonly timezone: string;
}

export const noPersonReports: PersonReports = {
  day: false,
  week: false,
  month: false,
  sendAt: usualSendMinute,
  timezone: "UTC",
};

/** Somebody who signs in. */
export interface Person {
  /** As it was given; compared without regard to case. */
  readonly email: string;
  readonly name: string;
  /** An owner may do everything; a member, what the grants say. */
  readonly role: Role;
  readonly state: "invited" | "active" | "disabled";
  readonly grants: readonly Grant[];
  /** See `hashPassword`; "" if there is no password. */
  readonly passwordHash: string;
  readonly identities: readonly Identity[];
  readonly link: PasswordLink | null;
  /** Sessions up to this one have ended, but for `keptSession`. */
  readonly sessionsAfter: number;
  readonly keptSession: number;
  readonly createdMs: number;
  /** The reports of all websites in one mail; undefined for none. */
  readonly emailReports?: PersonReports;
  /** The language of the dashboard; undefined or null for that of the browser. */
  readonly language?: Language | null;
  /** The last day on which the person was signed in, `YYYY-MM-DD`. */
  readonly lastSeenOn: string | null;
}

/** A server keeps all people in memory. */
export const peopleMax = 10_000;

/** Returns the ways in which a person can sign in. */
export function signInsOf({ passwordHash, identities }: Person): ("password" | "oidc")[] {
  return [
    ...(passwordHash === "" ? [] : ["password" as const]),
    ...(identities.length === 0 ? [] : ["oidc" as const]),
  ];
}
