import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../../src/base/errors.ts";
import { fieldError } from "../../../src/base/field-errors.ts";
import { explain, Failure, failureOf } from "../../../src/dashboard/api/failure.ts";

/** Answers that the dashboard's own requests can get. */
const codes: readonly ErrorCode[] = [
  "UNAUTHORIZED",
  "WRONG_KEY",
  "WRONG_SIGN_IN",
  "FORBIDDEN",
  "WEBSITE_NOT_FOUND",
  "NOT_FOUND",
  "INTERNAL",
  "OVERLOADED",
  "QUERY_TOO_LARGE",
  "QUERY_TOO_LONG",
  "STORE_UNAVAILABLE",
];
const unexplained = explain(new Failure("SOMETHING_NEW"));

describe("a failure", () => {
  test.each(codes)("%s has words of its own", (code) => {
    expect(explain(new Failure(code))).not.toBe(unexplained);
  });

  test("names the field that the server refuses", () => {
    const failure = new Failure("VALIDATION", {
      fields: { from: ["Must be 2026-01-01 or later."] },
    });
    expect(explain(failure)).toBe("The request is invalid. from: Must be 2026-01-01 or later.");
  });

  test.each([
    [2, "2 seconds"],
    [300, "5 minutes"],
  ])("of too many attempts says to wait %d seconds as %s", (retryAfterS, text) => {
    expect(explain(new Failure("TOO_MANY_ATTEMPTS", { retryAfterS }))).toContain(text);
  });

  test("is read from the server's answer, and says its errors in the words of a form", async () => {
    const errors = {
      domain: [fieldError("domain_taken")],
      exclude_ips: [fieldError("ip", { text: "1.2.3" })],
      dry_run: ["must be purple"],
      file: ["junk.csv: has no header"],
    };
    const body = { status: 422, code: "VALIDATION", message: "…", errors };
    const failure = await failureOf(Response.json(body, { status: 422 }));
    expect(failure).toMatchObject({
      code: "VALIDATION",
      fields: {
        domain: ["This website is already here."],
        exclude_ips: ["“1.2.3” is not an IP address, and not a range such as 203.0.113.0/24."],
        dry_run: ["Must be purple."],
        file: ["junk.csv: has no header."],
      },
    });
  });

  test("of a proxy, which knows no codes, is told by its status", async () => {
    const headers = { "retry-after": "30" };
    const away = await failureOf(new Response("<html>", { status: 502, headers }));
    expect(away).toMatchObject({ code: "UNAVAILABLE", retryAfterS: 30 });
    expect(await failureOf(new Response("", { status: 418 }))).toMatchObject({ code: "UNKNOWN" });
  });
});
