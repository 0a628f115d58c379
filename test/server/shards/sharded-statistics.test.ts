import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { whileItStays } from "../../../src/http/reports/report-answers.ts";
import { sitesOn } from "../../../src/server/shards/sharded-services.ts";
import { placementIn, Shards } from "../../../src/server/shards/shards.ts";
import {
  type BreakdownQuery,
  breakdownCsvReport,
  breakdownReport,
} from "../../../src/stats/breakdown.ts";
import type { CsvForm } from "../../../src/stats/csv.ts";
import { type ExportQuery, eventExport } from "../../../src/stats/export/event-export.ts";
import type { Placement } from "../../../src/websites/website.ts";
import { WebsiteSet } from "../../../src/websites/website-set.ts";
import { websiteWith } from "../../helpers/draft.ts";

const stays: Placement = { shard: "", movingTo: undefined, movedFrom: [] };
const moves: Placement = { shard: "", movingTo: "2", movedFrom: [""] };
const moved: Placement = { shard: "2", movingTo: undefined, movedFrom: [""] };

type Services = Parameters<typeof sitesOn>;

/** Returns the queries of a website on two shards, whose answers are the names of the shards. */
function start(meanwhile: () => void = () => {}) {
  const set = new WebsiteSet([websiteWith({ id: 1, placement: stays })]);
  let change = 0;
  const place = (placement: Placement) => {
    change += 1;
    const website = websiteWith({ id: 1, placement });
    set.apply([{ change, writer: "", kind: "website", record: website, deleted: false }]);
  };
  const shardOf = (name: string) => {
    const answer = async () => {
      meanwhile();
      return { value: name, version: name };
    };
    const rows = new Readable({ read() {} });
    const csv = async () => ({ version: name, value: async () => rows });
    const file = async () => async (confirm: () => Promise<void>) => {
      const confirmed = async function* () {
        yield "event\n";
        await confirm();
      };
      return Readable.from(confirmed());
    };
    return { rows, statistics: { report: answer, reportCsv: csv, export: file } };
  };
  const shards = new Map([
    ["1", shardOf("1")],
    ["2", shardOf("2")],
  ]);
  const websites = { all: set, catchUp: async () => {} };
  const services = [new Shards(shards, placementIn(set)), websites] as unknown as Services;
  const siteOf = sitesOn(...services);
  const find = () => siteOf(websiteWith({ id: 1 }));
  const query = { websiteId: 1 } as BreakdownQuery & CsvForm & ExportQuery;
  const caller = { signal: new AbortController().signal, priority: "owner" } as const;
  return {
    place,
    rows: shards.get("1")?.rows,
    async breakdown() {
      const { statistics, stays } = await find();
      const answer = await statistics.report(breakdownReport, query, caller);
      await stays();
      return answer;
    },
    async csv() {
      const site = await find();
      const { value } = await site.statistics.reportCsv(breakdownCsvReport, query, caller);
      return async () => whileItStays(site, await value());
    },
    async export() {
      const { statistics, stays } = await find();
      const start = await statistics.export(eventExport(), query, caller);
      return () => start(stays);
    },
    remove: () =>
      set.apply([
        {
          change: change + 1,
          writer: "",
          kind: "website",
          record: websiteWith({ id: 1 }),
          deleted: true,
        },
      ]),
  };
}

const refused = { code: "STORE_UNAVAILABLE" };

test("statistics come from the shard of the website, and from none while it is moving", async () => {
  const { place, breakdown } = start();
  expect(await breakdown()).toMatchObject({ value: "1" });
  place(moves);
  await expect(breakdown()).rejects.toMatchObject(refused);
  place(moved);
  expect(await breakdown()).toMatchObject({ value: "2" });
});

test.each([
  ["begins to move", moves],
  ["has moved", moved],
])("a query during which the website %s fails", async (_what, placement) => {
  const { place, breakdown } = start(() => place(placement));

  await expect(breakdown()).rejects.toMatchObject(refused);
});

test("a download that was prepared before the website moved fails", async () => {
  const { place, csv, rows } = start();
  const download = await csv();
  place(moved);

  await expect(download()).rejects.toMatchObject(refused);
  expect(rows?.destroyed).toBe(true);
});

test("an export ends only if the website stays where it is", async () => {
  const read = async (meanwhile: (site: ReturnType<typeof start>) => void) => {
    const site = start();
    const file = await (await site.export())();
    meanwhile(site);
    return file.toArray();
  };

  expect(await read(() => {})).toEqual(["event\n"]);
  await expect(read(({ place }) => place(moved))).rejects.toMatchObject(refused);
  const gone = { code: "WEBSITE_NOT_FOUND" };
  await expect(read(({ remove }) => remove())).rejects.toMatchObject(gone);
});
