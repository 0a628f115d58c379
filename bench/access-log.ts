import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { type FormatName, formats, type Request } from "./log-formats.ts";
import { pick, randomFrom, zipf } from "./random.ts";
import { addresses, agents, domain, pathCount, queries, referrers } from "./requests.ts";

/** Pages alone, or the mixed lines of a real server's log. */
export type LogKind = "pages" | "mixed";

/** A written access log, and the number of its lines that are page views of people. */
export interface AccessLog {
  readonly path: string;
  readonly lines: number;
  readonly pageViews: number;
}

const firstMs = Date.UTC(2025, 4, 1);
const days = 30;
const linesPerWrite = 10_000;

/**
 * The lines of a website's log of four days in May 2015, 4,525 in all, by their kind. A line in
 * seven is a page view.
 */
const realShares = [
  { upTo: 654, kind: "page" },
  { upTo: 654 + 835, kind: "bot" },
  { upTo: 654 + 835 + 226, kind: "missing" },
  { upTo: 654 + 835 + 226 + 18, kind: "head" },
  { upTo: 4_525, kind: "file" },
] as const;
type LineKind = (typeof realShares)[number]["kind"];

const bots = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "UniversalFeedParser/4.2-pre-314-svn +http://feedparser.org/",
];
const files = ["png", "png", "css", "css", "ico", "jpg", "js", "gif", "pdf", "ttf"];

/**
 * Writes a log: 50,000 visitors, each an address with one of 1,000 agents, over 30 days of one
 * month. The requests are the same in every run and in every format.
 */
export async function writeAccessLog(
  path: string,
  kind: LogKind,
  lines: number,
  format: FormatName = "combined",
): Promise<AccessLog> {
  const random = randomFrom(20_250_501);
  const knownAgents = agents(random);
  const visitors = addresses(random).map((address) => ({
    address,
    agent: pick(random, knownAgents).userAgent,
  }));
  let pageViews = 0;
  const { header, line: write } = formats[format];
  const line = (number: number): string => {
    const lineKind = kind === "pages" ? "page" : drawKind(random);
    if (lineKind === "page") pageViews += 1;
    const { address, agent } = pick(random, visitors);
    const timeMs = firstMs + Math.floor((number * days * 86_400_000) / lines);
    const userAgent = lineKind === "bot" ? pick(random, bots) : agent;
    const status = lineKind === "missing" ? 404 : 200;
    const referrer = pick(random, referrers) || (lineKind === "file" ? `https://${domain}/` : "");
    const size = Math.floor(random() * 50_000);
    const method = lineKind === "head" ? "HEAD" : "GET";
    const request: Request = {
      timeMs,
      address,
      userAgent,
      method,
      ...target(random, lineKind),
      status,
      referrer,
      size,
    };
    return `${write(request)}\n`;
  };
  const texts = function* (): Generator<string> {
    yield header;
    for (let written = 0; written < lines; ) {
      const next = Math.min(lines, written + linesPerWrite);
      let text = "";
      for (; written < next; written += 1) text += line(written);
      yield text;
    }
  };
  await pipeline(Readable.from(texts()), createWriteStream(path));
  return { path, lines, pageViews };
}

function drawKind(random: () => number): LineKind {
  const drawn = random() * 4_525;
  return realShares.find(({ upTo }) => drawn < upTo)?.kind ?? "file";
}

function target(random: () => number, kind: LineKind): Pick<Request, "path" | "query"> {
  const name = `/section/page-${zipf(random, pathCount)}`;
  if (kind === "file") return { path: `${name}/image.${pick(random, files)}`, query: "" };
  return { path: name, query: pick(random, queries).slice(1) };
}
