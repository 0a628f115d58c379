import { translated } from "./language.ts";
import { plural } from "./plural.ts";
import { format } from "./reader.ts";

const rows = (count: number) =>
  plural(count, {
    one: `${format.count(count)} row`,
    other: `${format.count(count)} rows`,
  });

const days = (count: number) =>
  plural(count, {
    one: `${format.count(count)} day`,
    other: `${format.count(count)} days`,
  });

/**
 * The names of the sources, by their names in the API. Sentences with one say whether it is that of
 * access logs, which is no name of a product.
 */
const sources = {
  plausible: "Plausible",
  umami: "Umami",
  matomo: "Matomo",
  "simple-analytics": "Simple Analytics",
  goatcounter: "GoatCounter",
  ga4: "Google Analytics 4",
  "ga4-csv": "Google Analytics 4 (CSV)",
  fathom: "Fathom",
  footfall: "Footfall",
  "access-log": "Access logs",
};

/** Sentences on skipped rows, by their reason in the API. */
const skipped = {
  broken: (count: number) => `${rows(count)} could not be read`,
  duplicate: (count: number) =>
    plural(count, {
      one: `${rows(count)} was there already`,
      other: `${rows(count)} were there already`,
    }),
  bot: (count: number) => `${rows(count)} came from bots`,
  ip: (count: number) => `${rows(count)} came from excluded addresses`,
  hostname: (count: number) =>
    plural(count, {
      one: `${rows(count)} belongs to another host`,
      other: `${rows(count)} belong to another host`,
    }),
  day_left: (count: number) =>
    plural(count, {
      one: `${rows(count)} is on a day that is left as it is`,
      other: `${rows(count)} are on days that are left as they are`,
    }),
  not_over: (count: number) =>
    plural(count, {
      one: `${rows(count)} is on a day that is not over`,
      other: `${rows(count)} are on days that are not over`,
    }),
  kind: (count: number) =>
    plural(count, {
      one: `${rows(count)} is not a page view or event`,
      other: `${rows(count)} are not page views or events`,
    }),
  visitor: (count: number) =>
    plural(count, {
      one: `${rows(count)} has no visitor id`,
      other: `${rows(count)} have no visitor id`,
    }),
  time: (count: number) =>
    plural(count, {
      one: `${rows(count)} has an impossible time`,
      other: `${rows(count)} have an impossible time`,
    }),
} satisfies Record<string, (count: number) => string>;

/** The texts of the page that imports and exports. */
export const importsWords = translated("imports", {
  sources,
  rows,

  import: "Import",
  hint: (domain: string, timezone: string) =>
    `Brings the history of another product into ${domain}, or its access logs. Days are those of the time zone ${timezone}. Days that have statistics already stay as they are.`,
  filesToImport: "Files to import",
  files: "Files",
  filesHint:
    "Choose one or several, or drop them here: as they were exported, also as ZIP or gzip.",
  chosenFiles: "Chosen files",
  source: "Product",
  anySource: "Detect automatically",
  websiteId: "Website id",
  websiteIdHint: "The id in Umami. It is needed if the files have several websites.",
  check: "Check",

  progress: "Progress",
  rowsRead: (count: number) =>
    plural(count, {
      one: `${format.count(count)} row read`,
      other: `${format.count(count)} rows read`,
    }),
  sendingForCheck: "Sending the files for the check.",
  sending: "Sending the files.",
  checking: "Checking the files. Nothing is imported yet.",
  begun: "The import has begun. It goes on when you leave this page.",
  importedBefore: "These files were imported before. The list below has their import.",
  result: "Result of the check",
  cannotBeImported: "These files cannot be imported",
  wouldDo: "The import would do this",
  nothingToImport: "There is nothing to import",

  report: {
    from: "From",
    totalsOf: (source: string) => `${source}, totals of days`,
    eventsOf: (source: string) => `${source}, events`,
    days: "Days",
    taken: (count: number, range: string) => `${days(count)}, ${range}`,
    addedToDays: "Added to the days that are there",
    noDays: "None",
    daysLeft: "Days left",
    left: {
      collected: (count: number) =>
        plural(count, {
          one: `${days(count)} has statistics already`,
          other: `${days(count)} have statistics already`,
        }),
      imported: (count: number) => `${days(count)} came with another import`,
      not_over: (count: number) =>
        plural(count, {
          one: `${days(count)} is not over yet`,
          other: `${days(count)} are not over yet`,
        }),
    },
    rowsRead: "Rows read",
    rowsImported: "Rows imported",
    rowsSkipped: "Rows skipped",
    skipped,
    /** Reasons that this release does not know, as the API names them. */
    skippedFor: (count: number, reason: string) => `${rows(count)}: ${reason}`,
    unknown: "Unknown spellings",
    unknownHint: "These count as (unknown), with the number of their rows.",
    spelling: (spelling: string, count: number) => `${spelling} (${format.count(count)})`,
    /** Several are put in with `comma` between two. */
    spellings: (dimension: string, spellings: string) => `${dimension}: ${spellings}`,
    comma: ", ",
    notRead: "Files not read",
    totalsHint:
      "These are daily totals. Filters, goals, funnels, journeys and revenue do not work on these days. The time zone of the export must be that of the website.",
    visitorsHint: "Visitors are counted per day, as everywhere in Footfall.",
  },

  list: {
    title: "Imports",
    none: "Nothing has been imported yet.",
    status: { running: "Running", done: "Done", failed: "Failed", deleting: "Being undone" },
    isRunning: "An import is running.",
    isBeingUndone: "An import is being undone.",
    isUndone: "The import was undone.",
    isDone: (source: string, _isLog: boolean) => `The import from ${source} is done.`,
    hasFailed: (source: string, _isLog: boolean) => `The import from ${source} has failed.`,
    removing: "Its data is being removed.",
    addedNothing: "It added nothing.",
    added: (range: string, dayCount: number, rowCount: number) =>
      `${range}: ${days(dayCount)}, ${rows(rowCount)}`,
    files: (day: string, files: string) => `${day}, ${files}`,
    noFiles: "no files",
    /** `all` is one more than `others`. */
    filesAndMore: (name: string, others: number, _all: number) =>
      plural(others, {
        one: `${name} and 1 more`,
        other: `${name} and ${format.count(others)} more`,
      }),
    undo: { running: "Stop", done: "Undo", failed: "Remove" },
    undoNamed: {
      running: (id: number, source: string, _isLog: boolean) => `Stop import ${id} from ${source}`,
      done: (id: number, source: string, _isLog: boolean) => `Undo import ${id} from ${source}`,
      failed: (id: number, source: string, _isLog: boolean) => `Remove import ${id} from ${source}`,
    },
    report: "Report",
    reportOf: (id: number) => `Report of import ${id}`,
    statistics: "Statistics",
    statisticsOf: (id: number) => `Statistics of the days of import ${id}`,
  },

  undo: {
    keep: "Keep it",
    stop: {
      title: (source: string, _isLog: boolean) => `Stop the import from ${source}?`,
      text: "The import stops, and everything it added is removed.",
      button: "Stop the import",
    },
    remove: {
      title: (source: string, _isLog: boolean) => `Remove the import from ${source}?`,
      button: "Remove the import",
      nothing: "It added nothing. Only this entry is removed.",
      nothingButton: "Remove the entry",
    },
    undo: {
      title: (source: string, _isLog: boolean) => `Undo the import from ${source}?`,
      button: "Undo the import",
    },
    rows: (count: number) =>
      `${rows(count)} will be removed from the statistics. What Footfall collected itself stays. The same files can be imported again.`,
    rowsOfDays: (count: number, dayCount: number, range: string) =>
      `${rows(count)} on ${days(dayCount)}, ${range}, will be removed from the statistics. What Footfall collected itself stays. The same files can be imported again.`,
  },

  failures: {
    IMPORT_RUNNING:
      "Another import of this website is running, being checked or being undone. Wait for its end, and try again.",
    BODY_TOO_LARGE:
      "The files are larger than the server takes. Its setting IMPORT_BYTES_MAX is the limit.",
    UNSUPPORTED_MEDIA_TYPE:
      "The server did not take the files. A proxy may have changed the request.",
    NOT_FOUND: "This import no longer exists.",
    BROKEN_OFF:
      "The upload broke off. The server may be unavailable, or the files are larger than it takes, or they have changed.",
  },

  export: {
    title: "Export",
    hint: (domain: string) => `Downloads every event of ${domain} with all stored fields.`,
    from: "From",
    to: "To",
    format: "Format",
    formats: {
      ndjson: "NDJSON, which Footfall can import again",
      csv: "CSV",
      parquet: "Parquet",
    },
    downloading: "Downloading.",
    downloaded: "Downloaded.",
    download: "Download",
  },
});
