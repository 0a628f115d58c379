/** Field → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Why a request did not do what it was sent for. */
export class Failure extends Error {
  /** The server's stable code, or `OFFLINE` where it did not answer. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** How long to wait before another try, where the server says so. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, more: { fields?: FieldErrors; retryAfterS?: number } = {}) {
    super(code);
    this.code = code;
    this.fields = more.fields ?? {};
    this.retryAfterS = more.retryAfterS;
  }
}

/** What was thrown, as a failure. */
export function toFailure(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure("UNKNOWN");
}

/** Reads an answer that is no success. */
export async function failureOf(response: Response): Promise<Failure> {
  const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
  const more = Number.isNaN(retryAfterS) ? {} : { retryAfterS };
  try {
    const body = (await response.json()) as { code?: string; errors?: FieldErrors };
    if (typeof body.code === "string") {
      return new Failure(body.code, { ...more, fields: body.errors ?? {} });
    }
  } catch {
    // Something between here and Footfall answered, in a form of its own.
  }
  return new Failure(response.status >= 500 ? "UNAVAILABLE" : "UNKNOWN", more);
}

const texts: Readonly<Record<string, string>> = {
  OFFLINE: "The server cannot be reached. You may be offline.",
  UNAVAILABLE: "The server is not available just now.",
  UNAUTHORIZED: "You are signed out.",
  WRONG_KEY: "That is not an API key.",
  PASSWORD_REQUIRED: "The password of this website has changed, or your visit has ended.",
  WRONG_PASSWORD: "That is not the password.",
  FORBIDDEN_ORIGIN: "The server does not take changes from this address.",
  WEBSITE_NOT_FOUND: "This website is not there any more.",
  INTERNAL: "Something went wrong on the server. Its log says more.",
  OVERLOADED: "The server is busy with other reports.",
  QUERY_TOO_LARGE: "This report is too large. Fewer days or fewer filters will do.",
  QUERY_TOO_LONG: "This report takes too long. Fewer days or fewer filters will do.",
  STORE_UNAVAILABLE:
    "The database does not answer just now. What visitors do meanwhile is kept and will be counted.",
};

/** What happened, in plain words. */
export function explain(failure: Failure): string {
  if (failure.code === "VALIDATION") {
    const [error] = Object.entries(failure.fields);
    return error ? `The server refuses this: ${error[0]} ${error[1].join(", ")}.` : "Refused.";
  }
  if (failure.code === "TOO_MANY_ATTEMPTS") {
    const waitS = failure.retryAfterS ?? 60;
    const wait = waitS > 90 ? `${Math.ceil(waitS / 60)} minutes` : `${waitS} seconds`;
    return `Too many attempts. Please wait ${wait}.`;
  }
  return texts[failure.code] ?? "That did not work.";
}
