import { describe, expect, test } from "vitest";

import { describeRequest, shorten, toWire, utf8 } from "./wire.ts";

describe("a request on the wire", () => {
  test("says how long its body is, in bytes", () => {
    const wire = toWire({ method: "POST", target: "/x", headers: [["A", "b"]], body: utf8("ß") });

    expect(wire).toContain("POST /x HTTP/1.1\r\n");
    expect(wire).toContain("\r\nA: b\r\n");
    expect(wire).toContain("\r\nContent-Length: 2\r\n\r\n\u00c3\u009f");
  });

  test("keeps the headers that it is given, in whatever case", () => {
    const headers = [
      ["host", "a"],
      ["content-length", "9"],
    ] as const;

    const wire = toWire({ method: "POST", target: "/", headers, body: "x" });

    expect(wire.match(/^(host|content-length):.*$/gim)).toEqual(["host: a", "content-length: 9"]);
  });
});

describe("for people", () => {
  test("repetitions are counted", () => {
    expect(shorten(`[${"0,".repeat(5_000)}0]`, 100)).toBe("[«0,» × 5000 0]");
  });

  test("repetitions of repetitions are counted", () => {
    expect(shorten(`{"r":"${"a".repeat(30)}"},`.repeat(5), 100)).toBe(
      '«{"r":"\'a\' × 30 "},» × 5 ',
    );
  });

  test("bytes that are no UTF-8 are escaped, text stays text", () => {
    expect(shorten("\u00ff\0", 100)).toBe("\\xff\\x00");
    expect(shorten(utf8("한"), 100)).toBe("한");
  });

  test("what is still long is cut off", () => {
    const text = Array.from({ length: 1_000 }, (_, i) => i).join("");

    expect(shorten(text, 10)).toBe(`0123456789… (${text.length} bytes in all)`);
  });

  test("the pace of a slow request is stated", () => {
    const request = { kind: "slow", wire: "GET /", slow: { parts: 2, pauseMs: 30 } };

    expect(describeRequest(request)).toBe("(in 2 parts, one each 30 ms)\nGET /");
  });
});
