import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

import { demoPeople } from "../../src/demo/people.ts";

/** `npm run screenshots`: takes the pictures in docs/images/ again, of the demo. */
const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const directory = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const bytesMax = 150 * 1024;

const views = {
  websites: "/",
  website: "/atlas-notes.example",
  pages: "/harbour-coffee.example?card=page",
  live: "/harbour-coffee.example?card=live",
  filters: "/atlas-notes.example?filter[country]=Germany&filter[device]=Desktop",
  goals: "/harbour-coffee.example?view=goals",
  funnels: "/harbour-coffee.example?view=funnels",
  journeys: "/atlas-notes.example?view=journeys&start=page:/pricing",
  "tracking-check": "/harbour-coffee.example?view=tracking-check",
  notifications: "/harbour-coffee.example?view=notifications",
  settings: "/harbour-coffee.example?view=settings",
  sharing: "/harbour-coffee.example?view=sharing",
  people: "/account/people",
  keys: "/account/keys",
  audit: "/account/audit",
};
const windows = {
  1280: { width: 1280, height: 860 },
  390: { width: 390, height: 844 },
};
/** Views that are taken in dark, too. The others are in light alone. */
const dark = ["website"];

const demo = spawn(process.execPath, [program, "demo"], {
  env: { PATH: process.env["PATH"], LOG_LEVEL: "silent", PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const url = await readUrl();
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  for (const width of Object.keys(windows) as unknown as (keyof typeof windows)[]) {
    await takeAll(browser, url, width);
  }
  await browser.close();
} finally {
  demo.kill("SIGINT");
  await once(demo, "exit");
}

async function readUrl(): Promise<string> {
  for await (const line of createInterface(demo.stdout)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error("the demo did not start");
}

async function takeAll(browser: Browser, url: string, width: keyof typeof windows): Promise<void> {
  const page = await browser.newPage({
    viewport: windows[width],
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  await page.goto(url);
  const [owner] = demoPeople;
  if (owner === undefined) throw new Error("the demo has an owner");
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.locator("button[type=submit]").click();
  await page.getByText(owner.name, { exact: true }).waitFor();
  for (const [name, path] of Object.entries(views)) {
    for (const scheme of ["light", "dark"] as const) {
      if (scheme === "dark" && !dark.includes(name)) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${url}${path}`);
      await page.waitForLoadState("networkidle");
      const file = `${name}-${width}${scheme === "dark" ? "-dark" : ""}.png`;
      await page.screenshot({ path: `${directory}${file}` });
      const { size } = await stat(`${directory}${file}`);
      process.stdout.write(`${file} ${Math.ceil(size / 1024)} KiB\n`);
      if (size > bytesMax) throw new Error(`${file} is larger than ${bytesMax} bytes`);
    }
  }
  await page.close();
}
