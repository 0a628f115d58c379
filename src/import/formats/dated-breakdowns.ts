import { findChannel, findSource } from "../../counting/acquisition.ts";
import type { ReadContext } from "../format.ts";
import type { Breakdown, Cell, RowNumbers } from "./dated-tables.ts";
import { countryCode } from "./names/countries.ts";
import { findName, type Names } from "./names/names.ts";
import { placeName } from "./names/places.ts";
import { readPage, readPlace, readReferrer } from "./plausible-values.ts";
import { isLongName } from "./source-values.ts";
import { listValue, type Numbers, type Value } from "./totals.ts";

type Columns = readonly string[];

/** Breakdowns that several products have, by the names of their columns. */

export function pages(page: Columns): Breakdown {
  return {
    columns: { page },
    fills: ["page"],
    needs: "pageviews",
    values: (cell, numbers) => {
      const path = readPage(cell("page"));
      return path === undefined ? "broken" : listValue("page", path, visitorsOf(numbers));
    },
  };
}

export function hostnames(hostname: Columns): Breakdown {
  return {
    columns: { hostname },
    fills: ["hostname"],
    needs: "visitors",
    values: (cell, numbers) => {
      const host = cell("hostname")
        .toLowerCase()
        .replace(/^https?:\/\//, "");
      return listValue("hostname", known(host), visitorsOf(numbers));
    },
  };
}

/** Sources with their media, which tell the channel. */
export function sourcesAndMedia(source: Columns, medium: Columns): Breakdown {
  return {
    columns: { source, medium },
    fills: ["source", "channel"],
    needs: "visitors",
    isOfVisit: true,
    values: (cell, numbers) => sourceValues(cell("source"), cell("medium"), numbers),
  };
}

/** Sources and media in one cell: `google / organic`. */
export function sourcesWithMedia(both: Columns): Breakdown {
  return {
    columns: { both },
    fills: ["source", "channel"],
    needs: "visitors",
    isOfVisit: true,
    values: (cell, numbers) => {
      const [source = "", medium = ""] = cell("both").split(" / ");
      return sourceValues(source, medium, numbers);
    },
  };
}

/** Sources alone. */
export function sources(source: Columns): Breakdown {
  return {
    columns: { source },
    fills: ["source"],
    needs: "visitors",
    isOfVisit: true,
    values: (cell, numbers) => sourceValues(cell("source"), "", numbers),
  };
}

function sourceValues(source: string, medium: string, numbers: RowNumbers): Value[] {
  const name = known(source);
  return [
    ...listValue("source", findSource(name), visitorsOf(numbers)),
    ...listValue("channel", findChannel(name, known(medium)), visitorsOf(numbers)),
  ];
}

/** Hosts of referrers, which tell the source and the channel. */
export function referrers(referrer: Columns): Breakdown {
  return {
    columns: { referrer },
    fills: ["referrer", "source", "channel"],
    needs: "visitors",
    isOfVisit: true,
    values: (cell, numbers, { website }) => {
      const host = readReferrer(known(cell("referrer")), website.domain);
      return [
        ...listValue("referrer", host, visitorsOf(numbers)),
        ...sourceValues(host, "", numbers),
      ];
    },
  };
}

/** Texts that stay as they are. */
export function texts(
  dimension:
    | "campaign"
    | "screen_resolution"
    | "utm_source"
    | "utm_medium"
    | "utm_content"
    | "utm_term",
  column: Columns,
): Breakdown {
  return {
    columns: { column },
    fills: [dimension],
    needs: "visitors",
    isOfVisit: true,
    isOfVisitor: dimension === "screen_resolution",
    values: (cell, numbers) => listValue(dimension, known(cell("column")), visitorsOf(numbers)),
  };
}

/** Spellings that become Footfall's names. */
export function named(
  dimension: "browser" | "channel" | "device" | "operating_system",
  column: Columns,
  names: Names,
  spellingOf = (text: string) => text,
): Breakdown {
  return {
    columns: { column },
    fills: [dimension],
    needs: "visitors",
    isOfVisit: true,
    isOfVisitor: dimension !== "channel",
    values: (cell, numbers, { counter }) => {
      const name = findName(names, dimension, spellingOf(cell("column")), counter);
      return listValue(dimension, name, visitorsOf(numbers));
    },
  };
}

/** Countries, as codes or English names. */
export function countries(country: Columns): Breakdown {
  return {
    columns: { country },
    fills: ["continent", "country"],
    needs: "visitors",
    isOfVisit: true,
    isOfVisitor: true,
    values: (cell, numbers, context) => {
      const place = readPlace(codeOf(cell("country"), context), "", context.counter);
      return [
        ...listValue("continent", place.continent, visitorsOf(numbers)),
        ...listValue("country", place.country, visitorsOf(numbers)),
      ];
    },
  };
}

/** Regions or cities by their names, behind which the country stands: `California, US`. */
export function places(
  dimension: "region" | "city",
  columns: { readonly name: Columns; readonly region?: Columns; readonly country: Columns },
): Breakdown {
  return {
    columns,
    fills: [dimension],
    needs: "visitors",
    isOfVisit: true,
    isOfVisitor: true,
    values: (cell, numbers, context) => {
      const names = [cell("name"), cell("region")].map((name) => placeName(known(name)));
      const parts = [...names, codeOf(cell("country"), context)].filter((part) => part !== "");
      return listValue(dimension, names[0] === "" ? "" : parts.join(", "), visitorsOf(numbers));
    },
  };
}

function codeOf(text: string, { counter }: ReadContext): string {
  const name = known(text);
  if (/^[A-Z]{2}$/i.test(name) || name === "") return name.toUpperCase();
  const code = countryCode(name);
  if (code === undefined) counter.unknown("country", name);
  return code ?? "";
}

/** Custom events. `none` are the names of events that Footfall has no statistics about. */
export function events(name: Columns, none: ReadonlySet<string>): Breakdown {
  return {
    columns: { name },
    fills: ["event"],
    needs: "events",
    values: (cell, { visitors, events: occurrences }) => {
      const event = cell("name");
      if (event === "" || isLongName(event)) return "broken";
      return none.has(event) ? "kind" : listValue("event", event, { visitors, occurrences });
    },
  };
}

/** Pages that visits began with. */
export function entryPages(page: Columns): Breakdown {
  return {
    columns: { page },
    fills: ["entry_page"],
    needs: "visits",
    isOfVisit: true,
    values: entryValues,
  };
}

function entryValues(cell: Cell, numbers: RowNumbers): Value[] | "broken" {
  const path = readPage(known(cell("page")));
  if (path === undefined) return "broken";
  return listValue("entry_page", path, { ...visitorsOf(numbers), occurrences: numbers.visits });
}

function visitorsOf({ visitors, pageviews }: RowNumbers): Numbers {
  return { visitors, pageviews };
}

/** Returns the text; "" for words in brackets, which say that there is none: `(not set)`. */
function known(text: string): string {
  return /^\(.*\)$/.test(text) ? "" : text;
}
