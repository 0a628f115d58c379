import { describe, expect, test } from "vitest";

import { Ledger } from "./ledger.ts";

describe("the ledger", () => {
  test("finds nothing wrong when each acknowledged event is counted once", () => {
    const ledger = new Ledger();
    ledger.acknowledge(ledger.send(1));
    ledger.acknowledge(ledger.send(2));

    expect(ledger.compare(countsOf([0, 1, 2]))).toEqual({ ...clean, acknowledged: 3, counted: 3 });
  });

  test("lets an event whose request was cut off be counted once or not at all", () => {
    const ledger = new Ledger();
    ledger.send(1);
    ledger.send(1);

    const verdict = ledger.compare(countsOf([1]));

    expect(verdict).toEqual({ ...clean, counted: 1, unacknowledgedButCounted: 1 });
  });

  test("names what is missing, acknowledged as a single event or in bulk", () => {
    const ledger = new Ledger();
    ledger.acknowledge(ledger.send(1));
    ledger.acknowledge(ledger.send(2));

    expect(ledger.compare(countsOf([])).missing).toEqual([0, 1, 2]);
  });

  test("names what is doubled, acknowledged or not", () => {
    const ledger = new Ledger();
    ledger.acknowledge(ledger.send(1));
    ledger.send(1);

    expect(ledger.compare(countsOf([0, 0, 1, 1])).doubled).toEqual([0, 1]);
  });

  test("names what is counted although it was refused", () => {
    const ledger = new Ledger();
    ledger.refuse(ledger.send(1));

    expect(ledger.compare(countsOf([0])).refusedButCounted).toEqual([0]);
  });

  test("names a bulk request of which only a part is counted", () => {
    const ledger = new Ledger();
    ledger.send(3);
    ledger.send(3);

    expect(ledger.compare(countsOf([0, 1, 2, 4])).torn).toEqual([3]);
  });

  test("names what was never sent", () => {
    expect(new Ledger().compare(countsOf([7])).neverSent).toEqual([7]);
  });
});

const clean = {
  acknowledged: 0,
  counted: 0,
  unacknowledgedButCounted: 0,
  missing: [],
  doubled: [],
  refusedButCounted: [],
  torn: [],
  neverSent: [],
};

function countsOf(ids: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
