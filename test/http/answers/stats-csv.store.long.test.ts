import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/clickhouse/sql.ts";
import {
  type DimensionName,
  dimensionNames,
  dimensions,
} from "../../../src/counting/dimensions.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { formulas, harmless } from "../../stats/export/formulas.ts";

const days = "from=2026-11-01&to=2026-11-30";
const csv = { accept: "text/csv" };
const names = ['say "hi", twice', "line\nbreak", "=1+1", "Größe", "plain"];

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("example.com"));
  // Pages by hundreds, and values of every dimension, some of which have no code.
  await footfall.server.store.db.run(
    statement(`INSERT INTO events (website_id, date, visitor, time, name, page, country, continent, language, city, region,
         browser, browser_version, operating_system, operating_system_version, device, referrer, utm_campaign)
       SELECT ${id}, toDate('2026-11-01') + number % 25, number % 40, toDateTime('2026-11-01 12:00:00') + number,
         'pageview', concat('/page/', toString(number % 300)),
         ['DE', 'FR', '', 'US'][number % 4 + 1], ['EU', 'NA', ''][number % 3 + 1], ['de', 'ak', 'tw', ''][number % 4 + 1],
         ['Berlin', 'Nowhere', ''][number % 3 + 1], ['State of Berlin', ''][number % 2 + 1],
         ['Chrome', 'Firefox'][number % 2 + 1], '12', 'Linux', '6', 'Desktop', ['a.test', ''][number % 2 + 1], 'spring'
       FROM numbers(2000)`),
  );
  for (const [n, name] of names.entries()) {
    const events = Array.from({ length: n + 1 }, () => ({
      name,
      url: "https://example.com/",
      timestamp: "2026-11-20T12:00:00Z",
    }));
    expect((await footfall.bulk(id, events)).status).toBe(202);
  }
});

function ask(query: string, headers: Readonly<Record<string, string>> = csv, method = "GET") {
  return footfall.request(`/api/v1/stats/${id}?${days}&${query}`, { headers, method });
}

/** Returns the fields of each line, with quotes as RFC 4180 defines them. */
function parse(text: string): string[][] {
  expect(text.endsWith("\r\n")).toBe(true);
  const lines = text.slice(0, -2).match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g) ?? [];
  expect(lines.join("\r\n")).toBe(text.slice(0, -2));
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, bare = ""]) => quoted?.replaceAll('""', '"') ?? bare,
    ),
  );
}

describe("CSV", () => {
  test("is RFC 4180 in UTF-8, with values as they are", async () => {
    const reply = await ask("name=event");

    expect(reply.status).toBe(200);
    expect(reply.text).toBe(
      [
        "value,count,visitors,pageviews",
        '"plain",5,1,0',
        '"Größe",4,1,0',
        '"=1+1",3,1,0',
        '"line\nbreak",2,1,0',
        '"say ""hi"", twice",1,1,0',
        "",
      ].join("\r\n"),
    );
  });

  test("is safe for spreadsheets when it is asked to be, in the same order", async () => {
    const { id: other } = await footfall.store("formulas.test");
    const timestamp = "2026-11-20T12:00:00Z";
    const url = "https://formulas.test/";
    const values = [...formulas, ...harmless];
    await footfall.bulk(
      other,
      values.map((name) => ({ name, url, timestamp })),
    );
    const path = `/api/v1/stats/${other}?${days}&name=event&sort_by=value&sort=asc`;
    const askFor = async (query: string, headers = {}) =>
      footfall.request(`${path}${query}`, { headers: { ...csv, ...headers } });
    const [raw, safe] = [await askFor(""), await askFor("&safe=1")];

    const quoted = (value: string) => `"${value}",1,1,0\r\n`;
    const sorted = values.toSorted();
    const header = "value,count,visitors,pageviews\r\n";
    expect(raw.text).toBe(header + sorted.map(quoted).join(""));
    const prefixed = sorted.map((value) => (formulas.includes(value) ? `'${value}` : value));
    expect(safe.text).toBe(header + prefixed.map(quoted).join(""));
    expect((await askFor("&safe=true")).text).toBe(safe.text);
    expect((await askFor("&safe=0")).text).toBe(raw.text);
    expect((await askFor("&safe=1&search==1")).text).toContain('"\'\t=1"');

    const [rawTag, safeTag] = [raw, safe].map(({ headers }) => headers.get("etag") ?? "");
    expect(safeTag).not.toBe(rawTag);
    expect((await askFor("&safe=1", { "if-none-match": rawTag })).status).toBe(200);
    expect((await askFor("&safe=1", { "if-none-match": safeTag })).status).toBe(304);
  });

  test("is safe from roll-ups, too, and JSON has values as they are", async () => {
    await footfall.server.rollUp();
    expect((await ask("name=event&safe=1")).text).toContain('"\'=1+1",3,1,0');
    const { json } = await ask("name=event&safe=1", {});
    expect(json.data).toContainEqual({ value: "=1+1", count: 3, visitors: 1, pageviews: 0 });
  });

  test("is refused when safe is neither yes nor no", async () => {
    const { status, json } = await ask("name=event&safe=maybe");
    expect([status, Object.keys(json.errors)]).toEqual([422, ["safe"]]);
  });

  test("says what it is, and under which name to save it", async () => {
    const { headers } = await ask("name=browser");

    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="example.com-browser-2026-11-01-2026-11-30.csv"',
    );
  });

  test.each(["events", "roll-ups"])("from %s has what JSON has, by every name", async (from) => {
    if (from === "roll-ups") await footfall.server.rollUp();
    const compare = async (name: string) => {
      const { json } = await ask(`name=${name}&per_page=100`, {});
      const [header = [], ...rows] = parse((await ask(`name=${name}`)).text);
      const records = rows.map((row) =>
        Object.fromEntries(header.map((field, n) => [field, row[n]])),
      );
      const expected = json.data.map((record: object) =>
        Object.fromEntries(
          Object.entries(record).map(([field, value]) => [field, `${value ?? ""}`]),
        ),
      );

      expect([name, records.length]).toEqual([name, json.meta.total]);
      expect(records.slice(0, 100)).toEqual(expected);
      const code = "codeOf" in dimensions[name as DimensionName] ? ["code"] : [];
      expect(header.slice(0, 4 + code.length)).toEqual([
        "value",
        ...code,
        "count",
        "visitors",
        "pageviews",
      ]);
      if (json.data.length > 0) expect(header).toEqual(Object.keys(json.data[0]));
    };
    await Promise.all(dimensionNames.map(compare));
  });

  test("has all values, searched and ordered as asked, whatever page was asked for", async () => {
    const rows = parse(
      (await ask("name=page&search=PAGE/1&sort_by=value&sort=asc&per_page=10&page=7")).text,
    );

    const pages = Array.from({ length: 300 }, (_, n) => `/page/${n}`);
    const expected = pages.filter((page) => page.startsWith("/page/1")).sort();
    expect(rows.slice(1).map(([value]) => value)).toEqual(expected);
  });

  test("of nothing is its header", async () => {
    const other = await footfall.store("empty.test");
    const nothing = await footfall.request(`/api/v1/stats/${other.id}?${days}&name=country`, {
      headers: csv,
    });
    const notFound = await ask("name=page&search=nowhere");

    expect(nothing.text).toBe(
      "value,code,count,visitors,pageviews,visits,bounce_rate,visit_duration\r\n",
    );
    expect(notFound.text).toBe(
      "value,count,visitors,pageviews,engagement_seconds,scroll_depth\r\n",
    );
  });

  test("is not what errors come in", async () => {
    const reply = await ask("name=shoe_size");

    expect(reply.status).toBe(422);
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBeNull();
    expect(reply.json.code).toBe("VALIDATION");
  });

  test("has the headers of GET at HEAD", async () => {
    const got = await ask("name=browser");
    const head = await ask("name=browser", csv, "HEAD");

    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["content-type", "content-disposition", "etag", "vary", "cache-control"]) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });
});

describe("the format", () => {
  test.each([
    ["text/csv", "csv"],
    ["TEXT/CSV", "csv"],
    ["text/csv; header=present", "csv"],
    ["text/csv; charset=UTF-8", "csv"],
    ["text/*", "csv"],
    ["text/csv, application/json;q=0.9", "csv"],
    ["application/json;q=0.1, text/csv;q=0.2", "csv"],
    ["*/*, text/csv", "csv"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["application/json, text/csv", "json"],
    ["text/csv;q=0.5, application/json", "json"],
    ["text/csv;q=0, */*", "json"],
    ["application/json, text/plain, */*", "json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"],
    ["text/csv; header=absent", "json"],
    ["image/png", "json"],
    ["text/csv;q=nothing", "json"],
    [",;=/", "json"],
    ["", "json"],
  ])("for Accept: %s is %s", async (accept, format) => {
    const { status, headers } = await ask("name=browser", { accept });

    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(`/${format};`);
    expect(headers.get("vary")).toBe("Authorization, Cookie, Accept, Accept-Encoding");
  });
});
