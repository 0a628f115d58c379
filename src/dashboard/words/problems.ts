import type { SentenceWords } from "../../base/sentence-table.ts";
import type { deliveryProblems } from "../../model/delivery-problems.ts";
import type { fileProblems, importProblems } from "../../model/import-problems.ts";
import { translated } from "./language.ts";

/** `why` is one of `files`. */
const named = ({ file, why }: { readonly file: string; readonly why: string }) => `${file}: ${why}`;

/** The texts of failed imports and deliveries, by the server's code. */
export const problemsWords = translated("problems", {
  /** Why a file cannot be imported, behind its name. */
  files: {
    packed: "It is packed with bzip2, xz or zstd. Unpack it, or pack it with gzip.",
    classic_balancer:
      "This is the log of a Classic Load Balancer. Import the logs of the servers behind it.",
    s3: "This is the log of an S3 bucket. Import the logs of the CDN in front of it.",
    iso_times: "Its times are in ISO 8601. Log $time_local with nginx, or %t with Apache.",
    matomo_report:
      "This is a report of Matomo. Import what Live.getLastVisitsDetails answers as JSON.",
    swetrix:
      "This is an export of Swetrix, which has no days. Import the access logs of the server.",
    rybbit: "Exports of Rybbit cannot be read. Import the access logs of the server.",
    posthog: ({ path }) => `It has events of PostHog. Send them to POST ${path}.`,
    cloudflare_analytics:
      "This is an answer of Cloudflare Web Analytics. Import http_requests of Logpush.",
    /** Formats are names that programs read. */
    no_format: ({ formats }) => `Its first lines have none of these formats: ${formats}.`,
    lines_broken: ({ broken, lines }) => `${broken} of ${lines} lines are broken.`,
    /** Fields of logs are names, separated by commas. */
    cloudflare_fields: ({ fields }) =>
      `Its lines lack ${fields}. Add them to the fields of the Logpush job.`,
    w3c_no_fields: "It does not begin with #Fields.",
    w3c_fields: ({ fields }) =>
      `Its #Fields lack ${fields}. Add them to the fields that the server logs.`,
    haproxy_captures:
      "Its captures do not begin with user agents. Capture the request headers User-Agent, Referer and Host, in this order.",
    agents_combined:
      "It has no user agents. The server must log in the format “combined”, which has them.",
    agents_caddy:
      "It has no user agents. No filter of the directive “log” may delete request>headers>User-Agent.",
    agents_traefik:
      "It has no user agents. Set accessLog.fields.headers.names.User-Agent to “keep”.",
    agents_w3c: "It has no user agents. Add cs(User-Agent) to the fields that the server logs.",
    agents_alb:
      "It has no user agents. Load balancers always log them, so the lines must have been changed.",
    agents_cloudflare:
      "It has no user agents. Add ClientRequestUserAgent to the fields of the Logpush job.",
    agents_nginx:
      'It has no user agents. Add "http_user_agent":"$http_user_agent" to the log_format.',
    agents_haproxy:
      "It has no user agents. Capture the request headers User-Agent, Referer and Host, in this order.",
    permission: "Footfall is not allowed to read it.",
    directory: "It is a directory.",
    empty_directory: "There is no file in it.",
    no_file: "There is no such file.",
    gzip_cut: "Its gzip data ends too early.",
    gzip_corrupt: "Its gzip data is corrupt.",
  } satisfies SentenceWords<typeof fileProblems.sentences>,

  imports: {
    log_refused: named,
    log_unreadable: named,
    /** `text` is the system's, in English. */
    log_system: ({ file, text }) => `${file} cannot be read: ${text}`,
    file_stopped: ({ file, why }) => `${file}: ${why} Nothing was imported.`,
    file: named,
    gzip_broken: ({ file }) => `The gzip data of ${file} is broken.`,
    no_zip: ({ file }) => `${file} is no ZIP archive.`,
    zip_broken: ({ file }) => `The ZIP archive ${file} is broken or incomplete.`,
    /** An entry is a file in an archive. */
    entry_forbidden: ({ file, entry }) => `The name “${entry}” in ${file} is not allowed.`,
    entry_encrypted: ({ file, entry }) => `“${entry}” in ${file} is encrypted.`,
    entry_method: ({ file, entry }) =>
      `“${entry}” in ${file} is packed in another way than store or deflate.`,
    entry_twice: ({ file, entry }) => `“${entry}” is in ${file} twice.`,
    entry_broken: ({ file, entry }) => `The data of “${entry}” in ${file} is broken or incomplete.`,
    entry_other: ({ file, entry }) =>
      `The content of “${entry}” is not what the directory of ${file} says.`,
    zip_encrypted: ({ file }) => `${file} is encrypted.`,
    zip_entries: ({ file, max }) => `${file} has more than ${max} files.`,
    zip_entry_bytes: ({ file, max }) => `A file in ${file} has more than ${max} bytes.`,
    zip_bytes: ({ file, max }) => `${file} has more than ${max} bytes when unpacked.`,
    zip_name: ({ file }) => `A name or a comment in ${file} is too long.`,
    zip_overlap: ({ file }) => `Files in ${file} overlap.`,
    zip_empty: ({ file }) => `There are no files in ${file}.`,
    half_broken: ({ file }) => `More than half of the rows of ${file} are broken.`,
    rows_broken: ({ file, broken, rows }) =>
      `${broken} of ${rows} rows of ${file} are broken. Nothing was imported.`,
    other_days: ({ file, day }) =>
      `Most rows of ${file} are of days that imported_visitors does not have, such as ${day}.`,
    columns: ({ file, columns }) => `${file} lacks columns: ${columns}.`,
    same_table: ({ file, other }) => `${file} and ${other} are the same table.`,
    tables: ({ file, max }) => `${file} has more than ${max} tables.`,
    json_list: ({ file }) => `${file} is no list in JSON.`,
    json_end: ({ file }) => `${file} ends in the middle of its list.`,
    plausible_visitors: "The table imported_visitors is missing.",
    umami_events: "website_event.csv is missing.",
    umami_totals: ({ file }) =>
      `${file} is of Umami’s export of totals, which has no dates. Import the data export, which has website_event.csv.`,
    /** Websites are ids, separated by commas. */
    umami_website: ({ websites }) =>
      `The website id must name one of the websites of the file: ${websites}.`,
    umami_other_website: ({ websites }) =>
      `The website id names no website of the file, which has ${websites}.`,
    goatcounter: "No file has the column 2Path of GoatCounter.",
    goatcounter_version: ({ file, version }) =>
      `${file} has version ${version} of GoatCounter’s export. Only version 2 can be imported.`,
    simple_analytics: "No file has the columns added_iso and path of Simple Analytics.",
    matomo_error: ({ file }) => `${file} is an error message of Matomo.`,
    matomo: ({ file }) => `${file} is no list of visits of Matomo.`,
    footfall: ({ file }) => `${file} is no export of Footfall as NDJSON.`,
    ga4_list: ({ file }) => `${file} is a list. Export NDJSON, which has an event a line.`,
    ga4: ({ file }) => `${file} has no events of Google Analytics 4 as NDJSON.`,
    ga4_days:
      "No table has the numbers of days. Export the date with active users, sessions and views, in English.",
    fathom_days:
      "No table has the numbers of days. Add Site.csv, or an export without a breakdown.",
    /** The form has one option alone, the id of the website. */
    option: "Files of this product need no website id.",
    report_too_large: "The report of the import has become too large.",
    files_gone: "The files of the import are gone.",
    stopped: "The import stopped unexpectedly. The server’s log has the reason.",
    cut_off: "The command was interrupted before the import was done.",
    cut_off_again:
      "The command was interrupted before the import was done. Run it again to continue.",
    interrupted: "The command was interrupted.",
    interrupted_again: "The command was interrupted. Run it again to continue.",
  } satisfies SentenceWords<typeof importProblems.sentences>,

  deliveries: {
    redirect: ({ status }) => `The receiver answered ${status}, and Footfall follows no redirects.`,
    answer: ({ status }) => `The receiver answered ${status}.`,
    no_answer: ({ seconds }) => `There was no answer within ${seconds} seconds.`,
    private_address: ({ host }) =>
      `${host} is a private address. WEBHOOK_PRIVATE_ADDRESSES=on would allow it.`,
    closed: "The connection was closed.",
    recipient_refused: "The mail server refused the recipient.",
    no_mail_server: "This server cannot send mails yet, as no mail server is set up.",
    not_called: "The webhook could not be called. Owners see why.",
    not_mailed: "The mail could not be sent. Owners see why.",
    no_webhook: "This webhook no longer exists.",
    no_person: "This person no longer exists, or is disabled.",
    may_not_see: "This person may not see the website.",
    unknown: "Nobody knows why.",
  } satisfies SentenceWords<typeof deliveryProblems.sentences>,
});
