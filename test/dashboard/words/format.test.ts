import { describe, expect, test } from "vitest";

import { createFormat } from "../../../src/dashboard/words/format.ts";

const british = createFormat("en-GB");
const german = createFormat("de-DE");
/** Intl puts thin and unbreakable spaces where it likes. */
const plain = (text: string) => text.replaceAll(/\s/g, " ").replaceAll(/[–—]/g, "-");

describe("numbers", () => {
  test("have every digit, in the reader's writing", () => {
    expect(british.count(1234567)).toBe("1,234,567");
    expect(german.count(1234567)).toBe("1.234.567");
  });

  test("are rounded where they are averages", () => {
    expect(british.ratio(2.25)).toBe("2.3");
    expect(german.ratio(2)).toBe("2,0");
  });

  test("of shares have a digit after the point only when they are small", () => {
    expect(british.percent(0.4122)).toBe("41%");
    expect(british.percent(0.0123)).toBe("1.2%");
    expect(british.percent(0)).toBe("0%");
    expect(plain(german.percent(0.0123))).toBe("1,2 %");
  });

  test("of tiny shares say that they are tiny", () => {
    expect(british.percent(0.0003)).toBe("<0.1%");
    expect(british.percent(0.001)).toBe("0.1%");
  });

  test("of differences of shares are points", () => {
    expect(british.points(-0.0112)).toBe("1.1 points");
  });

  test("of changes have no sign, as an arrow says where they go", () => {
    expect(british.change(-0.25)).toBe("25%");
    expect(british.change(0.0521)).toBe("5.2%");
  });

  test.each([
    [0, "0s"],
    [59.4, "59s"],
    [59.6, "1m 0s"],
    [138.1, "2m 18s"],
    [3600, "1h 0m"],
    [7265, "2h 1m"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(british.duration(seconds)).toBe(text);
  });
});

describe("days", () => {
  test("are those of the calendar, wherever the reader is", () => {
    expect(plain(british.day("2026-11-20"))).toBe("Fri, 20 Nov 2026");
    expect(plain(german.day("2026-11-20"))).toBe("Fr., 20. Nov. 2026");
  });

  test("of a range say no more than they must", () => {
    expect(plain(british.days({ from: "2026-11-01", to: "2026-11-30" }))).toBe("1 - 30 Nov 2026");
    expect(plain(british.days({ from: "2026-11-20", to: "2026-11-20" }))).toBe("Fri, 20 Nov 2026");
  });

  test("and hours, weeks and months are told as points of a chart", () => {
    expect(plain(british.point("2026-11-20T13:00", "hour"))).toMatch(/^Fri,? 20 Nov.* 13:00$/);
    expect(plain(british.point("2026-11-16", "week"))).toBe("16 - 22 Nov 2026");
    expect(british.point("2026-11", "month")).toBe("November 2026");
    expect(british.tick("2026-11-20", "day")).toBe("20 Nov");
  });

  test("a time of the day is written as hours are", () => {
    const american = createFormat("en-US");
    expect(plain(american.clock("06:00"))).toMatch(/^6:00\s?AM$/);
    expect(american.clock("06:00")).toBe(american.hour(6));
    expect(british.clock("06:30")).toBe(british.minute("2026-11-21T06:30:00Z", "UTC"));
    expect(german.clock("")).toBe("…");
  });

  test("a minute is that of the website's clock", () => {
    expect(british.minute("2026-11-21T15:04:00Z", "Europe/Berlin")).toBe("16:04");
    const moment = british.moment("2026-11-21T23:04:00Z", "Europe/Berlin");
    expect(plain(moment)).toMatch(/^Sun,? 22 Nov.* 2026.* 0?0:04$/);
  });
});
