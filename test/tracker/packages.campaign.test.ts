import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";

import { browserTest as test } from "../helpers/browser.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { selectRows } from "../helpers/footfall.ts";
import { openScene } from "../helpers/scene.ts";
import { statsUrl } from "../helpers/site.ts";

const run = promisify(execFile);
const scene = openScene();

/** The files of a website that is built with Next.js, with a page for each script. */
const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ name: "site", private: true, type: "module" }),
  "next.config.js": `export default { output: "export" };`,
  "app/layout.js": `export default function Layout({ children }) {
    return <html lang="en"><body>{children}</body></html>;
  }`,
  "app/buttons.js": `"use client";
    import { useRouter } from "next/navigation";
    import { usePlausible } from "next-plausible";
    export default function Buttons() {
      const plausible = usePlausible();
      const router = useRouter();
      const props = { plan: "pro" };
      const revenue = { amount: 9.9, currency: "EUR" };
      return <>
        <button id="buy" onClick={() => plausible("Buy", { props, revenue })}>Buy</button>
        <button id="move" onClick={() => router.push(location.pathname + "/two")}>Move</button>
        <a href="http://other.elsewhere.example/x" target="other">Out</a>
      </>;
    }`,
  ...appOf(
    "pa",
    "pa-nextsite",
    "init={{ outboundLinks: true, customProperties: { from: 'next' } }}",
  ),
  ...appOf("script", "script", ""),
};

function appOf(path: string, script: string, init: string): Record<string, string> {
  return {
    [`app/${path}/layout.js`]: `import PlausibleProvider from "next-plausible";
      export default function Layout({ children }) {
        return <PlausibleProvider src="${statsUrl}/js/${script}.js" ${init}>{children}</PlausibleProvider>;
      }`,
    [`app/${path}/page.js`]: `export { default } from "../buttons.js";`,
    [`app/${path}/two/page.js`]: `export { default } from "../../buttons.js";`,
  };
}

/** Installs and builds the website, and gives the browser its pages. */
async function buildSite(): Promise<void> {
  const directory = await temporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const packages = ["next-plausible@4.0.0", "next@16", "react@19", "react-dom@19"];
  await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: directory });
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await run("npx", ["next", "build"], { cwd: directory, env });
  const out = join(directory, "out");
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(out, file)}`.replace(/\.html$/, "");
    scene.sites.files.set(path, await readFile(file, "utf8"));
  }
}

test("next-plausible works unchanged, with the script of one website and with ours", async () => {
  await buildSite();
  const domain = "next.site.example";
  const { id } = await scene.footfall.store(domain, { aliases: ["pa-nextsite"] });
  const rows = () =>
    selectRows(
      scene.footfall,
      `SELECT name, page, props, toString(revenue_amount) AS amount FROM events
      WHERE website_id = ${id} AND name != 'engagement' ORDER BY page, name`,
    );
  for (const path of ["pa", "script"]) {
    const page = await scene.sites.visit(`http://${domain}/${path}`);
    await page.waitForFunction("window.plausible && !plausible.q");
    await page.click("#buy");
    await page.click("a");
    await page.click("#move");
    await page.waitForURL("**/two");
  }

  const from = { from: "next" };
  const url = "http://other.elsewhere.example/x";
  await eventually(async () =>
    expect(await rows()).toEqual([
      { name: "Buy", page: "/pa", props: { ...from, plan: "pro" }, amount: "9.9" },
      { name: "Outbound Link: Click", page: "/pa", props: { ...from, url }, amount: "0" },
      { name: "pageview", page: "/pa", props: from, amount: "0" },
      { name: "pageview", page: "/pa/two", props: from, amount: "0" },
      { name: "Buy", page: "/script", props: { plan: "pro" }, amount: "9.9" },
      { name: "pageview", page: "/script", props: {}, amount: "0" },
      { name: "pageview", page: "/script/two", props: {}, amount: "0" },
    ]),
  );
});

test("our own script leaves calls of plausible() to Plausible's tracker where it has loaded", async () => {
  const path = createRequire(import.meta.url).resolve("@plausible-analytics/tracker");
  const { sites } = scene;
  sites.files.set("/plausible.js", await readFile(path, "utf8"));
  sites.files.set(
    "/both",
    `<!doctype html><script type="module">
      import { init } from "/plausible.js";
      init({ domain: "site.example", endpoint: "/elsewhere", autoCapturePageviews: false });
    </script><script defer src="/js/script.js"></script>`,
  );
  const page = await sites.visit("http://www.site.example/both");
  await page.evaluate("plausible('Theirs'); footfall('Ours')");

  const names = () => sites.collector.sent.map(({ n }) => n ?? "pageview");
  await eventually(async () => expect(names().sort()).toEqual(["Ours", "pageview"]));
});
