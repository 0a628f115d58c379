/**
 * Every error that a caller can see, and the one class that carries them.
 *
 * A code never changes after its release, because clients match on it. The text may change. A test
 * fails when a code here has no section in docs/errors.md, or the other way round.
 */
const table = {
  MALFORMED_REQUEST: [400, "The request is not valid HTTP"],
  UNAUTHORIZED: [401, "An API key is required: Authorization: Bearer KEY"],
  WRONG_KEY: [401, "The API key is wrong"],
  WRONG_SIGN_IN: [401, "The e-mail address or the password is wrong"],
  PASSWORD_REQUIRED: [401, "This website's password is required"],
  WRONG_PASSWORD: [401, "The password is wrong"],
  FORBIDDEN: [403, "The key or person has no right to do this"],
  FORBIDDEN_ORIGIN: [403, "The request does not come from a page of this server"],
  ROUTE_NOT_FOUND: [404, "There is nothing at this URL"],
  WEBSITE_NOT_FOUND: [404, "The website does not exist"],
  NOT_FOUND: [404, "There is nothing with this id"],
  REQUEST_TIMEOUT: [408, "The request did not arrive in time"],
  IMPORT_RUNNING: [409, "Another import of this website runs, wait for its end"],
  CORRECTION_RUNNING: [409, "A correction of this website runs, wait for its end"],
  CHANGED_MEANWHILE: [412, "Somebody has changed this meanwhile, read it again"],
  BODY_TOO_LARGE: [413, "The request body is too large"],
  UNSUPPORTED_MEDIA_TYPE: [415, "The content type is not supported here"],
  VALIDATION: [422, "The request has invalid fields"],
  IF_MATCH_REQUIRED: [428, "The header If-Match is required: send the ETag of what you have read"],
  TOO_MANY_ATTEMPTS: [429, "Too many attempts, try again later"],
  HEADERS_TOO_LARGE: [431, "The request's headers are too large"],
  INTERNAL: [500, "Something went wrong on the server"],
  DISK_FULL: [503, "The server's disk is full, try again later"],
  LOG_FULL: [503, "Events cannot be accepted now, try again later"],
  OVERLOADED: [503, "The server is busy with other requests, try again later"],
  QUERY_TOO_LARGE: [503, "The query needs too much memory, use fewer days or no search"],
  QUERY_TOO_LONG: [503, "The query takes too long, use fewer days or no search"],
  STORE_UNAVAILABLE: [503, "The store does not answer, try again later"],
} as const;

export type ErrorCode = keyof typeof table;
export const errorCodes = Object.keys(table) as ErrorCode[];

/** Number of answers with each code. */
export type Refusals = Record<ErrorCode, number>;

/** Names of fields with their errors, one sentence for each error. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Field errors that are still being collected. */
export type Errors = Record<string, readonly string[]>;

/**
 * Seconds after which another try is worth it after a 503: a restart of the embedded engine takes
 * about one.
 */
export const retryAfterS = 2;

/**
 * An error whose code, status and text go to the caller. Any other error becomes a 500 without
 * details.
 */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which another try is worth it, if that is predictable. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      fields?: FieldErrors;
      retryAfterS?: number;
      /** A text that says more than that of the table. */
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? table[code][1], { cause: options.cause });
    this.code = code;
    this.statusCode = table[code][0];
    this.fields = options.fields;
    this.retryAfterS = options.retryAfterS ?? (this.statusCode === 503 ? retryAfterS : undefined);
  }

  /** Returns the body of the answer. `errors` is present with VALIDATION only. */
  body(): { status: number; code: ErrorCode; message: string; errors?: FieldErrors } {
    const { statusCode: status, code, message, fields } = this;
    return fields === undefined
      ? { status, code, message }
      : { status, code, message, errors: fields };
  }
}

/** Returns the problem for one or more wrong fields of a request. */
export function invalid(fields: FieldErrors): Problem {
  return new Problem("VALIDATION", { fields });
}

/** Throws `Problem` VALIDATION if any field is wrong. */
export function refuseFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Thrown if the program cannot start. The message is the one line that the operator sees. */
export class StartRefused extends Error {}
