import { type Said, sentenceTable } from "../base/sentence-table.ts";

/** The reasons why a file cannot be imported. Each stands behind the name of the file. */
export const fileProblems = sentenceTable({
  packed: "it is packed by bzip2, xz or zstd; unpack it, or pack it with gzip",
  classic_balancer:
    "it is the log of a Classic Load Balancer; import the logs of the servers behind it",
  s3: "it is the log of an S3 bucket; import the logs of the CDN in front of it",
  iso_times: "its times are in ISO 8601; log $time_local with nginx, or %t with Apache",
  matomo_report: "it is a report of Matomo; import what Live.getLastVisitsDetails answers as JSON",
  swetrix: "it is an export of Swetrix, which has no days; import the access logs of the server",
  rybbit: "it is an export of Rybbit, which is not read; import the access logs of the server",
  posthog: "it has events of PostHog; send them to POST {path}",
  cloudflare_analytics:
    "it is an answer of Cloudflare Web Analytics; import http_requests of Logpush",

  no_format: "its first lines have none of the formats {formats}",
  lines_broken: "{broken} of {lines} lines are broken",
  cloudflare_fields: "its lines lack {fields}; add them to the fields of the Logpush job",
  w3c_no_fields: "it does not begin with #Fields",
  w3c_fields: "its #Fields lack {fields}; add them to the fields that the server logs",
  haproxy_captures:
    "its captures do not begin with user agents: capture the request headers User-Agent, Referer and Host, in this order",

  agents_combined:
    'it has no user agents: the server must log in the format "combined", which has them',
  agents_caddy:
    'it has no user agents: no filter of the directive "log" may delete request>headers>User-Agent',
  agents_traefik: 'it has no user agents: set accessLog.fields.headers.names.User-Agent to "keep"',
  agents_w3c: "it has no user agents: add cs(User-Agent) to the fields that the server logs",
  agents_alb:
    "it has no user agents: load balancers always log user agents, so the lines must have been changed",
  agents_cloudflare:
    "it has no user agents: add ClientRequestUserAgent to the fields of the Logpush job",
  agents_nginx: 'it has no user agents: add "http_user_agent":"$http_user_agent" to the log_format',
  agents_haproxy:
    "it has no user agents: capture the request headers User-Agent, Referer and Host, in this order",

  permission: "permission denied",
  directory: "it is a directory",
  empty_directory: "there is no file in it",
  no_file: "no such file",
  gzip_cut: "the gzip data ends too early",
  gzip_corrupt: "the gzip data is corrupt",
});

export const fileProblem = fileProblems.say;
export type FileProblem = Said<keyof typeof fileProblems.sentences>;

/** Why an import failed, or was refused. */
export const importProblems = sentenceTable(
  {
    log_refused: "Cannot import {file}: {why}",
    log_unreadable: "Cannot read {file}: {why}",
    log_system: "Cannot read {file}: {text}",
    file_stopped: "{file}: {why}, so nothing was imported",
    file: "{file}: {why}",

    gzip_broken: "{file}: the gzip data is broken",
    no_zip: "{file} is no ZIP archive",
    zip_broken: "{file} is a broken or incomplete ZIP archive",
    entry_forbidden: '{file}: "{entry}" is a forbidden name',
    entry_encrypted: '{file}: "{entry}" is encrypted',
    entry_method: '{file}: "{entry}" is not packed by store or deflate',
    entry_twice: '{file}: "{entry}" stands in it twice',
    entry_broken: '{file}, "{entry}": the packed data is broken or incomplete',
    entry_other: `{file}, "{entry}": the content is not what the archive's directory says`,
    zip_encrypted: "{file} is encrypted",
    zip_entries: "{file} has more than {max} entries",
    zip_entry_bytes: "{file} has an entry of more than {max} bytes",
    zip_bytes: "{file} has more than {max} bytes",
    zip_name: "{file} has a name or comment that is too long",
    zip_overlap: "{file} has entries that overlap",
    zip_empty: "{file} has no files",

    half_broken: "{file}: more than half of the rows are broken",
    rows_broken: "{file}: {broken} of {rows} rows are broken, so nothing was imported",
    other_days: "{file}: most rows are of days that imported_visitors does not have, such as {day}",
    columns: "{file} has no column {columns}",
    same_table: "{file} and {other} are the same table",
    tables: "{file} has more than {max} tables",
    json_list: "{file} is no list in JSON",
    json_end: "{file} ends in the middle of its list",
    plausible_visitors: "The table imported_visitors is missing",
    umami_events: "website_event.csv is missing",
    umami_totals:
      "{file} is of Umami's export of totals, which has no dates: import the data export, which has website_event.csv",
    umami_website: "website_id must name one of the websites of the file: {websites}",
    umami_other_website: "website_id names no website of the file, which has {websites}",
    goatcounter: "no file has the column 2Path of GoatCounter",
    goatcounter_version:
      "{file} has version {version} of GoatCounter's export: only version 2 can be imported",
    simple_analytics: "no file has the columns added_iso and path of Simple Analytics",
    matomo_error: "{file} is an error message of Matomo",
    matomo: "{file} is no list of visits of Matomo",
    footfall: "{file} is no export of Footfall as NDJSON",
    ga4_list: "{file} is a list: export NDJSON, which has an event a line",
    ga4: "{file} has no events of Google Analytics 4 as NDJSON",
    ga4_days:
      "no table has the numbers of days: export the date with active users, sessions and views, in English",
    fathom_days: "no table has the numbers of days: add Site.csv, or an export without a breakdown",
    option: "{source} has no option {options}",

    report_too_large: "The report has become too large",
    files_gone: "The files of the import are gone.",
    stopped: "The import stopped unexpectedly; the log has the reason.",
    cut_off: "The command was interrupted before the import was done.",
    cut_off_again:
      "The command was interrupted before the import was done. Run it again to continue.",
    interrupted: "The command was interrupted.",
    interrupted_again: "The command was interrupted. Run it again to continue.",
  },
  fileProblems,
);

export const importProblem = importProblems.say;
export type ImportProblem = Said<keyof typeof importProblems.sentences>;
