import { expect, test } from "vitest";
import { readConfig } from "../../src/base/config.ts";
import { StartRefused } from "../../src/base/errors.ts";
import { report } from "../../src/commands/report.ts";
import { silent } from "../helpers/shipping.ts";

const week = ["--website", "example.com", "--period", "week"];

test.each([
  ["no website", ["--period", "week", "--print"]],
  ["no period", ["--website", "example.com", "--print"]],
  ["another period", ["--website", "example.com", "--period", "year", "--print"]],
  ["neither --print nor --send", week],
  ["both", [...week, "--print", "--send"]],
  ["a mail as --html", [...week, "--send", "--html"]],
  ["a date that is none", [...week, "--date", "2025-02-30", "--print"]],
  ["a date with a time", [...week, "--date", "2025-02-20T00:00:00Z", "--print"]],
  ["something else", [...week, "--print", "--fast"]],
])("%s is refused with the line that says how to use it", async (_what, args) => {
  await expect(report(readConfig({}), args, silent)).rejects.toThrow(/^usage: footfall report /);
});

test("nothing is sent without SMTP_URL", async () => {
  await expect(report(readConfig({}), [...week, "--send"], silent)).rejects.toThrow(
    new StartRefused("SMTP_URL must be set to send a report"),
  );
});
