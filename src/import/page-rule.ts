import type { LogLine } from "./log-line.ts";

export type NotAPage = "method" | "status" | "type";

/**
 * Why a line is not a page view, or undefined when it is one: a GET, answered successfully, of a
 * page. The first reason in the order of NotAPage is given.
 *
 * Successful is 2xx or 304, for a page shown from the browser's cache was seen too; not 206, the
 * part of a file, which players and download managers ask for and page loads do not.
 *
 * A page is what a tracking script could have run in: everything but the extensions and feeds in
 * the tables below. An unknown extension is a page, for `/v1.2-released` is one.
 */
export function notAPage(line: LogLine): NotAPage | undefined {
  if (line.method !== "GET") return "method";
  const { status } = line;
  if (status !== 304 && (status < 200 || status > 299 || status === 206)) return "status";
  return isPageTarget(line.target) ? undefined : "type";
}

/** Extensions that are not pages, in lower case; none that names end in, as `/review-of-acme.ai`. */
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

/** Last segments of a path that name a feed, with or without a slash behind: `/blog/feed/`. */
const feedSegments: ReadonlySet<string> = new Set(["feed", "rss", "rss2", "atom"]);

/** `?flav=rss20`, `?format=rss`, `?feed=comments-rss2`; not `?utm_medium=feed`, `?flav=html`. */
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
  // "/downloads.zip/" is a directory's page.
  const dot = end === path.length ? segment.lastIndexOf(".") : -1;
  return dot === -1 || !notPageExtensions.has(segment.slice(dot + 1));
}

/** The path without fragment, path parameters (`;jsessionid=1`) and, in an absolute URL, the host. */
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
