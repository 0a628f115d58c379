import { existsSync } from "node:fs";
import { test } from "vitest";

const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium of this machine: `CHROMIUM`, or where one usually is. */
export const browserPath = process.env["CHROMIUM"] || usualPaths.find((path) => existsSync(path));

if (browserPath === undefined) {
  process.stderr.write("no Chromium here: tests in a browser are skipped (CHROMIUM names one)\n");
}

/** A test that needs a browser; skipped where there is none. */
export const browserTest = test.skipIf(browserPath === undefined);
