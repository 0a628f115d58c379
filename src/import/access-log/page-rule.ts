import type { LogLine } from "./log-format.ts";

export type NotAPage = "method" | "status" | "type";

/**
 * Returns why a line is not a page view, or undefined if it is one: a GET of a page, answered
 * successfully. If several reasons apply, returns the first in the order of NotAPage.
 *
 * A status of 2xx or 304 is a success, but 206 is none. 304 means a page from the browser's cache,
 * which a visitor saw, too. 206 is the part of a file: players and download managers request parts,
 * and page loads do not.
 *
 * A page is anything that a tracking script could have run in. Where the log has the type of the
 * answer, that is HTML. Elsewhere it is everything but the extensions and feeds in the tables
 * below. An unknown extension is a page, because `/v1.2-released` is one.
 */
export function notAPage(line: LogLine): NotAPage | undefined {
  if (line.method !== "GET") return "method";
  const { status } = line;
  if (status !== 304 && (status < 200 || status > 299 || status === 206)) return "status";
  const isPage = line.contentType ? html.test(line.contentType) : isPageTarget(line.target);
  return isPage ? undefined : "type";
}

/** Matches the types of HTML. CloudFront writes a space after them as `%20`. */
const html = /^(?:text\/html|application\/xhtml\+xml)(?:$|[;,\s%])/i;

/**
 * Extensions that are not pages, in lower case. None of them is one that names end in, as in
 * `/review-of-acme.ai`.
 */
const extensionsByKind = {
  images: "apng avif bmp cur gif heic ico jfif jpe jpeg jpg jxl png psd svg svgz tif tiff webp",
  scripts: "axd cjs htc js jsx map mjs ts tsx wasm",
  styles: "css less sass scss xsl xslt",
  fonts: "eot otf ttc ttf woff woff2",
  feeds: "atom opml rdf rss xml",
  sound: "aac flac m3u m3u8 m4a mid mp3 oga ogg opus wav wma",
  video: "3gp avi flv m4s m4v mkv mov mp4 mpd mpeg mpg ogv srt swf vtt webm wmv",
  archives: "7z bz2 gz lz4 rar tar tbz tgz txz xz zip zst",
  programs: "apk bin deb dmg exe img iso jar msi pkg rpm torrent war",
  documents: "csv doc docx epub ics log mobi odp ods odt pdf ppt pptx ps rtf txt vcf xls xlsx",
  data: "appcache json jsonld manifest ndjson webmanifest yaml yml",
};
const notPageExtensions: ReadonlySet<string> = new Set(
  Object.values(extensionsByKind).flatMap((extensions) => extensions.split(" ")),
);

/** Last segments of a path that name a feed, with or without a slash after them: `/blog/feed/`. */
const feedSegments: ReadonlySet<string> = new Set(["feed", "rss", "rss2", "atom"]);

/**
 * Parameters that ask for a feed: `?flav=rss20`, `?format=rss`, `?feed=comments-rss2`. Others do
 * not: `?utm_medium=feed`, `?flav=html`.
 */
const feedParameters = ["alt", "feed", "flav", "flavor", "flavour", "format"];
const feedFormats = ["atom", "comments-atom", "comments-rss", "feed", "rdf", "rss"];
const feedQuery = new RegExp(
  `[?&;](?:${feedParameters.join("|")})=(?:${feedFormats.join("|")})[\\d._]*(?:[&;#]|$)`,
  "i",
);

function isPageTarget(target: string): boolean {
  const query = target.indexOf("?");
  if (query !== -1 && feedQuery.test(target.slice(query))) return false;
  const path = pathOf(query === -1 ? target : target.slice(0, query));
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segment = path.slice(path.lastIndexOf("/", end - 1) + 1, end).toLowerCase();
  if (feedSegments.has(segment)) return false;
  // "/downloads.zip/" is the page of a directory.
  const dot = end === path.length ? segment.lastIndexOf(".") : -1;
  return dot === -1 || !notPageExtensions.has(segment.slice(dot + 1));
}

/**
 * Returns the path without fragment, without path parameters (`;jsessionid=1`) and, in an absolute
 * URL, without the host.
 */
function pathOf(location: string): string {
  let start = 0;
  if (!location.startsWith("/")) {
    const scheme = location.indexOf("://");
    if (scheme !== -1) start = location.indexOf("/", scheme + 3);
    if (start === -1) return "/";
  }
  const extra = location.search(/[;#]/);
  return location.slice(start, extra === -1 ? undefined : extra);
}
