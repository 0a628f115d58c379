/** The errors of a form's fields, by field name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The reason why a request failed. */
export class Failure extends Error {
  /** The server's stable code, or `OFFLINE` if it did not answer. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds to wait before retrying, if the server names them. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, more: { fields?: FieldErrors; retryAfterS?: number } = {}) {
    super(code);
    this.code = code;
    this.fields = more.fields ?? {};
    this.retryAfterS = more.retryAfterS;
  }
}

/** Returns the thrown value as a failure. */
export function toFailure(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure("UNKNOWN");
}

/** Reads the failure from an error answer. */
export async function failureOf(response: Response): Promise<Failure> {
  const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
  const more = Number.isNaN(retryAfterS) ? {} : { retryAfterS };
  try {
    const body = (await response.json()) as { code?: string; errors?: FieldErrors };
    if (typeof body.code === "string") {
      return new Failure(body.code, { ...more, fields: body.errors ?? {} });
    }
  } catch {
    // A proxy answered in a format of its own.
  }
  return new Failure(response.status >= 500 ? "UNAVAILABLE" : "UNKNOWN", more);
}

const texts: Readonly<Record<string, string>> = {
  OFFLINE: "The server cannot be reached. You may be offline.",
  UNAVAILABLE: "The server is currently unavailable.",
  UNAUTHORIZED: "You are signed out.",
  WRONG_KEY: "This API key is wrong.",
  WRONG_SIGN_IN: "The e-mail address or the password is wrong.",
  FORBIDDEN: "You have no right to do this.",
  PASSWORD_REQUIRED: "The password of this website has changed, or your access has expired.",
  WRONG_PASSWORD: "This password is wrong.",
  FORBIDDEN_ORIGIN: "The server does not accept changes from this address.",
  WEBSITE_NOT_FOUND: "This website no longer exists.",
  NOT_FOUND: "This no longer exists.",
  INTERNAL: "Something went wrong on the server. Its log has the details.",
  OVERLOADED: "The server is busy with other queries.",
  QUERY_TOO_LARGE: "This query needs too much memory. Choose fewer days or fewer filters.",
  QUERY_TOO_LONG: "This query takes too long. Choose fewer days or fewer filters.",
  STORE_UNAVAILABLE:
    "The database is not responding. Events are still recorded and will be counted later.",
};

/**
 * Returns a failure's message for the user of a form, "" if fields that the form shows have it. Of
 * other fields it is the errors alone.
 */
export function explainForm(failure: Failure | undefined, ...shown: readonly string[]): string {
  if (failure === undefined) return "";
  if (failure.code !== "VALIDATION") return explain(failure);
  const other = Object.entries(failure.fields).find(([name]) => !shown.includes(name));
  return other ? sentenceOf(other[1]) : "";
}

/** Returns the server's errors as a sentence. They have no subject: "must be …". */
export function sentenceOf(errors: readonly string[]): string {
  const text = errors.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns a failure's message for the user. */
export function explain(failure: Failure): string {
  if (failure.code === "VALIDATION") {
    const [error] = Object.entries(failure.fields);
    return error
      ? `The request is invalid: ${error[0]} ${error[1].join(", ")}.`
      : "The request is invalid.";
  }
  if (failure.code === "TOO_MANY_ATTEMPTS") {
    const waitS = failure.retryAfterS ?? 60;
    const wait = waitS > 90 ? `${Math.ceil(waitS / 60)} minutes` : `${waitS} seconds`;
    return `Too many attempts. Please wait ${wait}.`;
  }
  return texts[failure.code] ?? "Something went wrong.";
}
