import { type FileProblem, fileProblem } from "../../model/import-problems.ts";

/** A kind of file that no format reads, and what to import in its place. */
interface Hint {
  /** Matches the beginning. */
  readonly begins?: RegExp;
  /** Texts that stand near the beginning, in lower case. */
  readonly has?: readonly string[];
  readonly says: FileProblem;
}

/** The first hint that fits is given. A pattern takes one way through the text. */
const hints: readonly Hint[] = [
  {
    begins: /^BZh[1-9]1AY&SY|^\uFFFD7zXZ|^\(\uFFFD\/\uFFFD/,
    says: fileProblem("packed"),
  },
  {
    begins: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z \S+ [\d.]+:\d+ /,
    says: fileProblem("classic_balancer"),
  },
  {
    begins: /^[0-9a-f]{64} \S+ \[\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] /,
    says: fileProblem("s3"),
  },
  {
    begins: /^\S+ \S+ \S+ \[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
    says: fileProblem("iso_times"),
  },
  {
    begins: /^"?(?:label|date)"?[,\t]/i,
    has: ["visits"],
    says: fileProblem("matomo_report"),
  },
  {
    begins: /^"?value"?,"?views"?,/i,
    says: fileProblem("swetrix"),
  },
  {
    has: ["session_id", "pathname", "querystring"],
    says: fileProblem("rybbit"),
  },
  {
    has: ["distinct_id"],
    says: fileProblem("posthog", { path: "/api/v1/websites/{id}/events" }),
  },
  {
    has: ["rumpageloadevents"],
    says: fileProblem("cloudflare_analytics"),
  },
];

/** The names of a file's columns or of its first fields stand within these. */
const charactersMax = 65_536;

/** Returns what is known of a file that begins like this; undefined if nothing is known of it. */
export function findHint(beginning: string): FileProblem | undefined {
  // Matomo writes UTF-16. Read as UTF-8, its mark and the upper halves of characters are left.
  const head = beginning.slice(0, charactersMax);
  const text = head.replace(/^\uFFFD\uFFFD(?=.\0)/, "").replaceAll("\0", "");
  const lower = text.toLowerCase();
  const fits = ({ begins, has = [] }: Hint) =>
    begins?.test(text) !== false && has.every((part) => lower.includes(part));
  return hints.find(fits)?.says;
}
