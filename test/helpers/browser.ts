import { existsSync } from "node:fs";
import { test } from "vitest";

const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium of this machine: `CHROMIUM`, or the first of the usual paths that exists. */
export const browserPath = process.env["CHROMIUM"] || usualPaths.find((path) => existsSync(path));

if (browserPath === undefined) {
  process.stderr.write("no Chromium here: tests in a browser are skipped (CHROMIUM names one)\n");
}

/** Declares a test that needs a browser. The test is skipped where there is none. */
export const browserTest = test.skipIf(browserPath === undefined);
