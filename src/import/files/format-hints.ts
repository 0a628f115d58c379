/** A kind of file that no format reads, and what to import in its place. */
interface Hint {
  /** Matches the beginning. */
  readonly begins?: RegExp;
  /** Texts that stand near the beginning, in lower case. */
  readonly has?: readonly string[];
  readonly says: string;
}

/** The first hint that fits is given. A pattern takes one way through the text. */
const hints: readonly Hint[] = [
  {
    begins: /^BZh[1-9]1AY&SY|^\uFFFD7zXZ|^\(\uFFFD\/\uFFFD/,
    says: "it is packed by bzip2, xz or zstd; unpack it, or pack it with gzip",
  },
  {
    begins: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z \S+ [\d.]+:\d+ /,
    says: "it is the log of a Classic Load Balancer; import the logs of the servers behind it",
  },
  {
    begins: /^[0-9a-f]{64} \S+ \[\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] /,
    says: "it is the log of an S3 bucket; import the logs of the CDN in front of it",
  },
  {
    begins: /^\S+ \S+ \S+ \[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
    says: "its times are in ISO 8601; log $time_local with nginx, or %t with Apache",
  },
  {
    begins: /^"?(?:label|date)"?[,\t]/i,
    has: ["visits"],
    says: "it is a report of Matomo; import what Live.getLastVisitsDetails answers as JSON",
  },
  {
    begins: /^"?value"?,"?views"?,/i,
    says: "it is an export of Swetrix, which has no days; import the access logs of the server",
  },
  {
    has: ["session_id", "pathname", "querystring"],
    says: "it is an export of Rybbit, which is not read; import the access logs of the server",
  },
  {
    has: ["distinct_id"],
    says: "it has events of PostHog; send them to POST /api/v1/websites/{id}/events",
  },
  {
    has: ["rumpageloadevents"],
    says: "it is an answer of Cloudflare Web Analytics; import http_requests of Logpush",
  },
];

/** The names of a file's columns or of its first fields stand within these. */
const charactersMax = 65_536;

/** Returns a sentence about a file that begins like this; undefined if nothing is known of it. */
export function findHint(beginning: string): string | undefined {
  // Matomo writes UTF-16. Read as UTF-8, its mark and the upper halves of characters are left.
  const head = beginning.slice(0, charactersMax);
  const text = head.replace(/^\uFFFD\uFFFD(?=.\0)/, "").replaceAll("\0", "");
  const lower = text.toLowerCase();
  const fits = ({ begins, has = [] }: Hint) =>
    begins?.test(text) !== false && has.every((part) => lower.includes(part));
  return hints.find(fits)?.says;
}
