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

/** Extensions of documents that programs read, beside pages. */
const readExtensions: ReadonlySet<string> = new Set([
  ...extensionsByKind.feeds.split(" "),
  "json",
  "jsonld",
]);
/** Files for crawlers, whatever their extension is. */
const crawlerFile = /^(?:robots\.txt|llms(?:-full)?\.txt|sitemap[\w.-]*\.(?:xml|txt)(?:\.gz)?)$/;

/** Matches the types of HTML. CloudFront writes a space after them as `%20`. */
const html = /^(?:text\/html|application\/xhtml\+xml)(?:$|[;,\s%])/i;
/** Matches the types of HTML, feeds, sitemaps, Markdown and JSON. */
const readable =
  /^(?:text\/(?:html|xml|markdown|x-markdown)|application\/(?:json|xml|[\w.-]+\+(?:json|xml)))(?:$|[;,\s%])/i;

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

/** A request as far as it tells what was asked for. */
export interface Requested {
  /** Path and query, or an absolute URL. */
  readonly target: string;
  /** The type of the answer; undefined or "" if it is not known. */
  readonly contentType?: string | undefined;
}

/**
 * Returns whether a page was asked for: anything that a tracking script could have run in. The type
 * of the answer decides, and without it the extension. An unknown extension is a page, because
 * `/v1.2-released` is one.
 */
export function isPage({ target, contentType }: Requested): boolean {
  if (contentType) return html.test(contentType);
  if (asksForFeed(target)) return false;
  const segment = lastSegment(target);
  return !feedSegments.has(segment) && !notPageExtensions.has(extensionOf(segment));
}

/**
 * Returns whether a document was asked for that programs read: a page, a feed, a sitemap, Markdown,
 * JSON, `robots.txt` or `llms.txt`. The extension decides before the type of the answer.
 */
export function isReadable({ target, contentType }: Requested): boolean {
  if (asksForFeed(target)) return true;
  const segment = lastSegment(target);
  if (crawlerFile.test(segment)) return true;
  const extension = extensionOf(segment);
  if (readExtensions.has(extension)) return true;
  if (notPageExtensions.has(extension)) return false;
  return contentType ? readable.test(contentType) : true;
}

function asksForFeed(target: string): boolean {
  const query = target.indexOf("?");
  return query !== -1 && feedQuery.test(target.slice(query));
}

/** Returns the last segment of the path in lower case, with the slash that ends it. */
function lastSegment(target: string): string {
  const query = target.indexOf("?");
  const path = pathOf(query === -1 ? target : target.slice(0, query));
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segment = path.slice(path.lastIndexOf("/", end - 1) + 1, end).toLowerCase();
  // "/downloads.zip/" is the page of a directory, and "/feed/" is a feed.
  return end === path.length || feedSegments.has(segment) ? segment : `${segment}/`;
}

/** Returns what is behind the last dot; "" if there is none. */
function extensionOf(segment: string): string {
  const dot = segment.lastIndexOf(".");
  return dot === -1 ? "" : segment.slice(dot + 1);
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
