import {
  type FieldErrorCode,
  type FieldErrorParts,
  readFieldError,
} from "../../base/field-errors.ts";
import { translated } from "./language.ts";

/** The texts of wrong fields, by the server's code. */
export const fieldErrorWords = translated("field-errors", {
  required: "Please fill this in.",
  required_password: "Set a password, as people need one to see the statistics.",
  text: "Please write text here.",
  text_length: ({ min, max }) => `Please use ${min} to ${max} characters.`,
  text_max: ({ max }) => `Please use at most ${max} characters.`,
  characters_max: ({ max }) => `Please use at most ${max} characters.`,
  lines_max: ({ max }) => `${max} lines is the limit.`,
  no_email: "The password cannot be the e-mail address.",
  email: ({ max }) => `Please write one e-mail address, of at most ${max} characters.`,
  email_taken: "Somebody else has this e-mail address.",
  password_of_now: "Please write the password that you have now.",
  password_wrong: "This is not your password.",
  link_over: "This link is not valid any more. Ask for a new one.",
  last_owner: "There must be at least one active owner.",
  person_disabled: "This person is disabled.",
  grants_max: ({ max }) =>
    `A person can have rights on ${max} websites. Give a right on all websites instead.`,
  people_max: ({ max }) => `${max} people is the limit.`,
  keys_max: ({ max }) => `${max} keys is the limit.`,
  domain: "Please write a domain name, such as example.com, without a port or a path.",
  domain_taken: "This website is already here.",
  aliases: ({ max }) =>
    `${max} aliases is the limit. They have letters, digits, dots, hyphens and underscores.`,
  alias_taken: ({ name }) => `Another website has the name ${name}.`,
  timezone: "Please choose a time zone of the list, such as Europe/Berlin.",
  param_name: ({ name }) =>
    `“${name}” is not the name of a query parameter. A name can end with *.`,
  ip: ({ text }) => `“${text}” is not an IP address, and not a range such as 203.0.113.0/24.`,
  date: "Please choose a day that exists.",
  time_of_day: "Please write a time, such as 09:30.",
  time_in_future: "Please choose a time in the future.",
  time_past: "Please choose a time in the future.",
  name_taken: "This name is already taken.",
  segment_missing: "This segment no longer exists.",
  segment_broken: "A filter of this segment no longer works, because its goal or funnel is gone.",
  matcher_exclamation: "The text cannot begin with !. Write \\! for the character.",
  matcher_tilde: "Write a text after ~.",
  matcher_value: "Please write text, a number, or true or false.",
  matcher_props: ({ max }) => `${max} properties is the limit.`,
  steps: ({ min, max }) => `A funnel has ${min} to ${max} steps.`,
  files_max: ({ max }) => `${max} files is the limit.`,
  file_names: ({ max }) => `The name of a file can have ${max} characters at most.`,
  files_empty: "The files are empty. Choose the product that they come from.",
  file_unknown: ({ name }) =>
    `We do not know the format of ${name}. Choose the product that it comes from.`,
  alert_recipients: ({ max }) => `Please choose 1 to ${max} people, webhooks or addresses.`,
  report_recipients: ({ max }) => `${max} addresses is the limit.`,
  recipient_person: "This person may not see the website.",
  recipient_webhook: "This webhook no longer exists.",
  goal_missing: "This goal no longer exists.",
  http_url: "Please write an address that begins with https:// or http://.",
  url_user: "The address cannot have a user or a password.",
  webhooks_max: ({ max }) => `${max} webhooks is the limit.`,
  two_hours: "Please choose two different hours.",
} satisfies {
  readonly [Code in FieldErrorCode]: string | ((parts: FieldErrorParts<Code>) => string);
});

/** Returns a server's sentence about a field in the words of a form. */
export function inWords(sentence: string): string {
  const found = readFieldError(sentence);
  if (found === undefined) return asSentence(sentence);
  const words = fieldErrorWords[found.code] as string | ((parts: object) => string);
  return typeof words === "string" ? words : words(found.parts);
}

/** Errors without a subject, "must be …", get a capital letter. A file's name stays as it is. */
function asSentence(error: string): string {
  const text = /^(?:is|must|has|was|cannot|the|there) /.test(error)
    ? `${error.charAt(0).toUpperCase()}${error.slice(1)}`
    : error;
  return `${text}.`;
}
