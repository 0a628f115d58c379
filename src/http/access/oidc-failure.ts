export type OidcFailure =
  /** The browser has no cookie of a sign-in, or one that is too old. */
  | "expired"
  /** The answer belongs to another sign-in. */
  | "state"
  /** The person, or the provider, said no. */
  | "declined"
  /** The code was used before, or came too late. */
  | "code"
  /** The ID token has expired already, or does not hold yet. */
  | "clock"
  /** The provider did not answer in time. */
  | "timeout"
  | "unreachable"
  /** The provider knows no such client, or refuses its secret. */
  | "secret"
  /** The provider's answer is wrong, or an error. */
  | "provider";

/** The part of a failure that the log may have: no token, code, address or name. */
export interface FailureDetails {
  readonly reason?: string;
  /** The code of the library, or of the operating system. */
  readonly code?: string;
  /** The error that the provider names. */
  readonly error?: string;
  /** The HTTP status of the provider's answer. */
  readonly status?: number;
  /** The claim of the ID token that is wrong. */
  readonly claim?: string;
  /** The seconds by which a time of the ID token differs from the time of this machine. */
  readonly differsS?: number;
}

/** Thrown if the provider does not say who somebody is. */
export class OidcFailed extends Error {
  readonly failure: OidcFailure;
  readonly details: FailureDetails;

  constructor(failure: OidcFailure, details: FailureDetails = {}) {
    super(`the sign-in with the provider failed: ${failure}`);
    this.failure = failure;
    this.details = details;
  }
}

/** The parts of an error of `openid-client`, of its causes, and of what they are about. */
interface Cause {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly claim?: unknown;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly now?: unknown;
}

/** Deeper than any error of the library. */
const causesMax = 5;

/** Returns the failure that an error of `openid-client` stands for, of this kind if it is known. */
export function failureOf(thrown: unknown, kind?: OidcFailure): OidcFailed {
  const causes = causesOf(thrown);
  const detail = (name: "message" | "code" | "error" | "claim") =>
    causes.map((cause) => cause[name]).find((value) => typeof value === "string");
  const error = detail("error");
  const details: Record<keyof FailureDetails, string | number | undefined> = {
    // The messages of causes may repeat parts of an answer. The first one is the library's own.
    reason: detail("message"),
    code: detail("code"),
    // Anybody can put a text into the address of the callback.
    error: /^[a-z_]{1,50}$/.test(error ?? "") ? error : undefined,
    claim: detail("claim"),
    status: statusOf(causes),
    differsS: differenceOf(causes),
  };
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  return new OidcFailed(kind ?? kindOf(causes, error), Object.fromEntries(known));
}

/** Returns whether the provider's token endpoint has refused who asks, or how it says so. */
export function isSecretRefused(thrown: unknown): boolean {
  const causes = causesOf(thrown);
  const status = statusOf(causes);
  // An answer with a challenge has no error that the library reads.
  return (
    status === 401 || (status === 400 && causes.some(({ error }) => error === "invalid_client"))
  );
}

function statusOf(causes: readonly Cause[]): number | undefined {
  return causes.map(({ status }) => status).find((status) => typeof status === "number");
}

function kindOf(causes: readonly Cause[], error: string | undefined): OidcFailure {
  const [first] = causes;
  if (causes.some(({ name }) => name === "TimeoutError")) return "timeout";
  if (first?.name === "TypeError" && first.message === "fetch failed") return "unreachable";
  if (first?.code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") return "clock";
  if (error === "access_denied") return "declined";
  return error === "invalid_grant" ? "code" : "provider";
}

/** Returns by how many seconds this machine is ahead of a time in the ID token. */
function differenceOf(causes: readonly Cause[]): number | undefined {
  for (const { claim, claims, now } of causes) {
    const time = claims?.[String(claim)];
    if (typeof now === "number" && typeof time === "number") return now - time;
  }
  return undefined;
}

function causesOf(thrown: unknown): Cause[] {
  const causes: Cause[] = [];
  let next = thrown;
  while (typeof next === "object" && next !== null && causes.length < causesMax) {
    const cause: Cause = next;
    causes.push(cause);
    next = cause.cause;
  }
  return causes;
}
