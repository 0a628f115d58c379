/**
 * The errors of fields that people see in the dashboard's forms: code → sentence, which has no
 * subject. Parts in braces are put in. The API sends the sentence, and the dashboard finds the code
 * again, to say it in the words of the form and in the reader's language.
 *
 * No sentence may be read as another one. A test looks for that.
 */
const sentences = {
  required: "is required",
  required_password: "is required when privacy is 2",
  text: "must be text",
  text_length: "must be text of {min} to {max} characters",
  text_max: "must be text of at most {max} characters",
  characters_max: "must have at most {max} characters",
  lines_max: "must have at most {max} lines",
  no_email: "must not be the e-mail address",
  email: "must be an e-mail address of at most {max} characters",
  email_taken: "is the address of another person",
  password_of_now: "must be your password of now",
  password_wrong: "is wrong",
  link_over: "the link is not valid any more: ask for a new one",
  last_owner: "the last active owner stays one",
  person_disabled: "the person is disabled",
  grants_max: "a person has at most {max} grants: give one on all websites",
  people_max: "there are at most {max} people",
  keys_max: "there are at most {max} keys",
  domain: "must be a domain name, such as example.com",
  domain_taken: "is already registered",
  aliases:
    "must be a list of at most {max} texts of letters, digits, dots, hyphens and underscores",
  alias_taken: "has {name}, which is the name of another website",
  timezone: "must be an IANA time zone name, such as Europe/Berlin",
  param_name: '"{name}" is not the name of a query parameter, optionally followed by *',
  ip: '"{text}" is not an IP address or a CIDR range',
  date: "must be a real date, YYYY-MM-DD",
  time_of_day: "must be a time of the day, HH:MM, or null",
  time_in_future: "must be a time in the future, such as 2027-01-01T00:00:00Z, or null",
  time_past: "must not be in the past",
  name_taken: "is the name of another {kind}",
  segment_missing: "is no segment of this website",
  segment_broken: "has a filter that is none any more",
  matcher_exclamation: "must not begin with !; write \\! for the character",
  matcher_tilde: "must have a text after ~",
  matcher_value: "must be text, a number or a boolean",
  matcher_props: "must be an object with at most {max} keys",
  steps: "must be a list of {min} to {max} steps",
  files_max: "must be at most {max} files",
  file_names: "must have names of at most {max} characters",
  files_empty: "the files are empty: name their source",
  file_unknown: "{name} is of no known format; name its source: {sources}",
  alert_recipients: "must be a list of 1 to {max} objects with email, person_id or webhook_id",
  report_recipients: "must be a list of at most {max} e-mail addresses",
  recipient_person: "is nobody who may see this website",
  recipient_webhook: "is no webhook",
  goal_missing: "is no goal of this website",
  http_url: "must be an http or https URL of at most {max} characters",
  url_user: "must not have a user or a password",
  webhooks_max: "there are at most {max} webhooks",
  two_hours: "must be two different hours from 0 to 24, or null",
} as const;

export type FieldErrorCode = keyof typeof sentences;
export const fieldErrorCodes = Object.keys(sentences) as FieldErrorCode[];

type PartsOf<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartsOf<Rest>
  : never;

/** The parts that are put into the sentence of a code. */
export type FieldErrorParts<Code extends FieldErrorCode> = Readonly<
  Record<PartsOf<(typeof sentences)[Code]>, string>
>;

/** Returns the sentence of a code. Numbers are written with commas. */
export function fieldError<Code extends FieldErrorCode>(
  code: Code,
  ...parts: [PartsOf<(typeof sentences)[Code]>] extends [never]
    ? []
    : [Readonly<Record<PartsOf<(typeof sentences)[Code]>, string | number>>]
): string {
  const [texts = {}] = parts as readonly Readonly<Record<string, string | number>>[];
  return sentences[code].replace(/\{(\w+)\}/g, (_all, name: string) =>
    (texts[name] ?? "").toLocaleString("en"),
  );
}

/** Returns the code of a sentence and what was put in; undefined if it has none. */
export function readFieldError(
  sentence: string,
): { readonly code: FieldErrorCode; readonly parts: Readonly<Record<string, string>> } | undefined {
  for (const code of fieldErrorCodes) {
    const found = patternOf(sentences[code]).exec(sentence);
    if (found !== null) return { code, parts: found.groups ?? {} };
  }
  return undefined;
}

function patternOf(sentence: string): RegExp {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "s");
}
