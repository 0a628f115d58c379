import { describe, expect, test } from "vitest";

import { parseLogLine } from "../../../src/import/access-log/combined.ts";
import { type NotAPage, notAPage } from "../../../src/import/access-log/page-rule.ts";

function reasonOf(request: string, end: string): NotAPage | undefined {
  const line = parseLogLine(`203.0.113.9 - - [17/May/2015:10:05:03 +0000] "${request}" ${end}`);
  if (line === undefined) throw new Error(`unreadable: ${request}`);
  return notAPage(line);
}

function reason(request: string, status: number): NotAPage | undefined {
  return reasonOf(`${request} HTTP/1.1`, `${status} 17 "-" "-"`);
}

describe("what a successful GET is", () => {
  test.each([200, 201, 203, 204, 299, 304])("status %i is a success", (status) => {
    expect(reason("GET /", status)).toBeUndefined();
  });

  test.each([100, 199, 206, 300, 301, 302, 303, 307, 400, 403, 404, 499, 500, 503])(
    "status %i is none",
    (status) => expect(reason("GET /", status)).toBe("status"),
  );

  test.each(["HEAD /", "POST /", "OPTIONS *", "PROPFIND /", "get /"])("%s is no GET", (request) => {
    expect(reason(request, 200)).toBe("method");
  });

  test("a request that is not HTTP is not a page, whatever its status", () => {
    expect(reasonOf("-", '200 17 "-" "-"')).toBe("method");
  });

  test("the first reason counts: method, then status, then type", () => {
    expect(reason("HEAD /a.png", 404)).toBe("method");
    expect(reason("GET /a.png", 404)).toBe("status");
  });
});

describe("what a page is", () => {
  test.each([
    "/",
    "/about",
    "/blog/",
    "/index.html",
    "/index.htm",
    "/index.php",
    "/index.php?file=logo.png",
    "/Default.aspx",
    "/a.jsp",
    "/a.jsp;jsessionid=1.png",
    "/a.xhtml",
    "/a.shtml",
    "/cgi-bin/a.cgi",
    "/cgi-bin/a.pl",
    "/v1.2-released",
    "/release/2.0",
    "/review-of-acme.ai",
    "/css.d/page",
    "/style.css.html",
    "/downloads.zip/",
    "/feed-the-birds",
    "/news-feed",
    "/feed/how-to",
    "/?flav=",
    "/?flav=html",
    "/?feeds=rss",
    "/?xfeed=rss",
    "/?format=rssless",
    "/?page=2&utm_source=feedburner&utm_medium=feed",
    "/a.html?source=rss20",
    "/?p=http://a.example/logo.png",
    "http://example.com",
    "http://example.com/",
    "http://example.com?a=b",
    "https://example.com/a.html",
  ])("%s is a page", (target) => {
    expect(reason(`GET ${target}`, 200)).toBeUndefined();
  });

  test.each([
    ["images", ["/a.png", "/A.JPG", "/a.jpeg", "/a.gif", "/a.svg", "/a.webp", "/favicon.ico"]],
    ["scripts", ["/a.js", "/a.mjs", "/jquery.min.js?ver=3", "/a.js.map", "/a.wasm"]],
    ["styles", ["/a.css", "/a.css?v=1.html", "/a.css#x", "/a.xsl"]],
    ["fonts", ["/a.woff", "/a.woff2", "/a.ttf", "/a.otf", "/a.eot?#iefix"]],
    ["feeds by name", ["/a.rss", "/a.atom", "/a.xml", "/index.rdf"]],
    ["feeds by path", ["/feed", "/feed/", "/blog/Feed/", "/rss", "/feed/rss2/", "/a/atom"]],
    ["feeds by query", ["/?flav=rss20", "/?a=1&flav=atom", "/?format=RSS", "/a.php?alt=rss"]],
    ["WordPress feeds", ["/?feed=rss2", "/?feed=comments-rss2", "/?feed=rdf&p=1", "/?feed=feed"]],
    ["media", ["/a.mp3", "/a.mp4", "/a.webm", "/live/a.m3u8", "/live/1.ts"]],
    ["archives and programs", ["/a.zip", "/a.tar.gz", "/a.7z", "/a.jar", "/a.exe", "/a.deb"]],
    ["documents to download", ["/a.pdf", "/a.PDF?x=1", "/a.docx", "/a.xlsx", "/a.csv"]],
    ["files for machines", ["/robots.txt", "/sitemap.xml", "/a.json", "/site.webmanifest"]],
    ["absolute URLs", ["http://example.com/a.png", "http://example.com/feed/?a=b"]],
  ])("%s are not pages", (_name, targets) => {
    const reasons = targets.map((target) => [target, reason(`GET ${target}`, 200)]);
    expect(reasons).toEqual(targets.map((target) => [target, "type"]));
  });
});
