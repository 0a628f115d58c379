import { expect, test } from "vitest";

import { sharedRuns } from "../../src/base/async/shared-runs.ts";
import { WebsiteFinder } from "../../src/websites/website-finder.ts";
import { type WebsiteLookup, WebsiteSet } from "../../src/websites/website-set.ts";
import { websiteWith } from "../helpers/draft.ts";
import { eventually } from "../helpers/eventually.ts";

const known = websiteWith({ id: 1, domain: "known.example" });
const made = websiteWith({ id: 2, domain: "made.example" });
const byDomain = (domain: string) => (all: WebsiteLookup) => all.findByDomain(domain);

/** Starts a finder whose reads end when the test says so, with the websites that it names. */
function startFinder() {
  const set = new WebsiteSet([known]);
  const ends: ((...websites: (typeof known)[]) => void)[] = [];
  const read = () =>
    new Promise<void>((resolve) => {
      ends.push((...websites) => {
        const change = { change: 2, writer: "", kind: "website", deleted: false } as const;
        set.apply(websites.map((record) => ({ ...change, record })));
        resolve();
      });
    });
  const changes = { latest: sharedRuns(read), readMs: Number.NEGATIVE_INFINITY };
  return { finder: new WebsiteFinder(set, changes), ends, changes };
}

test("a request is not answered from a read that began before it", async () => {
  const { finder, ends } = startFinder();
  const early = finder.find(byDomain("made.example"));
  const late = finder.find(byDomain("made.example"));
  ends[0]?.();
  expect(await early).toBeUndefined();
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]?.(made);

  expect(await late).toBe(made);
  expect(await finder.find(byDomain("made.example"))).toBe(made);
  expect(ends).toHaveLength(2);
});

test("while a read hangs, known websites are found, and others are 503 after a while", async () => {
  const { finder, ends } = startFinder();
  const unknown = finder.find(byDomain("made.example"));
  const others = Array.from({ length: 10_000 - 1 }, () => finder.find(byDomain("other.example")));
  const tooMany = finder.find(byDomain("other.example"));

  expect(await finder.find(byDomain("known.example"))).toBe(known);
  await expect(tooMany).rejects.toMatchObject({ code: "OVERLOADED", retryAfterS: 2 });
  for (const waiting of [unknown, ...others.slice(0, 2)]) {
    await expect(waiting).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryAfterS: 2 });
  }
  await Promise.allSettled(others);
  expect(ends).toHaveLength(1);

  ends[0]?.(made);
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  expect(await finder.find(byDomain("made.example"))).toBe(made);
});

test("a process that has not read the changes for long reads them before it goes on", async () => {
  const { finder, ends, changes } = startFinder();
  const late = finder.catchUp();
  await eventually(() => expect(ends).toHaveLength(1));
  ends[0]?.(made);
  await late;
  changes.readMs = Date.now() - 7_000;
  await finder.catchUp();
  expect(ends).toHaveLength(1);
  changes.readMs = Date.now() - 9_000;
  const later = finder.catchUp();
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  await later;
});

test("without the first shard, a process goes on with the changes that it has", async () => {
  const latest = async () => {
    throw new Error("away");
  };
  const failing = new WebsiteFinder(new WebsiteSet([known]), { latest, readMs: 0 });

  await expect(failing.catchUp()).resolves.toBeUndefined();
});
