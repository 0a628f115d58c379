import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";

import { browserPath, browserTest } from "../helpers/browser.ts";
import { cleanUp, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { childrenOf, isAlive, type Program, startProgram } from "../helpers/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listening = /listening on (http:\/\/\S+)$/m;
const copied = [
  "dist",
  "package.json",
  "package-lock.json",
  "schema",
  "src",
  "test/dev",
  "tsconfig.json",
];

/** Copies the sources and their build, so that a test may change them. */
async function copyCheckout(): Promise<string> {
  const directory = await temporaryDirectory();
  for (const name of copied) {
    await cp(join(root, name), join(directory, name), { recursive: true });
  }
  // Vite has its cache in the directory of the packages, which must be another one, too.
  const packages = join(directory, "node_modules");
  await mkdir(packages);
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== ".vite") await symlink(join(root, "node_modules", name), join(packages, name));
  }
  return directory;
}

/**
 * Starts what `npm run dev` starts after the build, which the copy has. When the test ends, it is
 * interrupted, so that it ends what it has started.
 */
async function startDev(checkout: string, args: readonly string[] = [], env = {}) {
  const command = ["--import", "tsx", join(checkout, "test/dev/main.ts"), ...args];
  const settings = { API_KEYS: apiKey, DATA_DIR: await temporaryDirectory(), ...env };
  const dev = startProgram(command, settings, process.execPath);
  cleanUp(async () => {
    await interrupt(dev);
  });
  await eventually(async () => expect(await dev.stdout()).toMatch(listening));
  return { ...dev, url: listening.exec(dev.stdout())?.[1] ?? "" };
}

/** Resolves with the exit code. */
async function interrupt({ process, exited }: Program): Promise<number | null> {
  process.kill("SIGINT");
  return exited;
}

function descendantsOf(pid: number | undefined): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Returns the engines below a process. */
function enginesOf(pid: number | undefined): number[] {
  return [pid, ...descendantsOf(pid)].flatMap((parent) => childrenOf(parent, "dist/engine.js"));
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

test("npm run dev has Footfall's answers and the dashboard's sources at one address, restarts the server, and leaves no process", async () => {
  const checkout = await copyCheckout();
  const dev = await startDev(checkout);
  const { url } = dev;
  const get = async (path: string, headers = {}) => {
    const reply = await fetch(`${url}${path}`, { headers });
    return { status: reply.status, text: await reply.text() };
  };

  // Footfall decides about status and view of a page, and what it shows comes from the sources.
  expect(await get("/")).toEqual({
    status: 200,
    text: expect.stringMatching(/data-view="sign-in"[\s\S]*\/@vite\/client[\s\S]*main\.tsx/),
  });
  expect(await get("/example.com", { accept: "text/html" })).toEqual({
    status: 404,
    text: expect.stringMatching(/data-view="not-found"[\s\S]*\/main\.tsx/),
  });
  // The folder of the dashboard's sources has the name of the API's addresses.
  expect((await get("/api/paths.ts")).text).toContain("userPaths");
  expect(await get("/api/v1/websites")).toMatchObject({ status: 401 });
  expect(await get("/health")).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect((await get("/js/script.js")).text).toBe(
    await readFile(join(checkout, "dist/tracker/script.js"), "utf8"),
  );

  // A form of the page signs in, and one of another page does not.
  const signIn = (origin: string) =>
    fetch(`${url}/session`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ key: apiKey }),
    });
  expect((await signIn("http://other.test")).status).toBe(403);
  const [cookie = ""] = (await signIn(url)).headers.getSetCookie();
  const asOwner = { cookie: cookie.split(";")[0] ?? "" };
  expect((await get("/", asOwner)).text).toContain('data-view="websites"');

  const engines = enginesOf(dev.process.pid);
  expect(engines).toHaveLength(1);
  await edit(join(checkout, "src/http/operating/health-route.ts"), '"ok"', '"changed"');
  await eventually(async () =>
    expect(await get("/health")).toEqual({ status: 200, text: '{"status":"changed"}' }),
  );
  expect(engines.filter(isAlive)).toEqual([]);
  expect(enginesOf(dev.process.pid)).toHaveLength(1);
  // The server may close an idle connection at the moment in which it is used again.
  await eventually(async () =>
    expect((await get("/", asOwner)).text).toContain('data-view="websites"'),
  );

  const all = descendantsOf(dev.process.pid);
  expect(await interrupt(dev)).toBe(0);
  await eventually(async () => expect(all.filter(isAlive)).toEqual([]));
});

browserTest("an open page shows a change of a component without a reload by hand", async () => {
  const checkout = await copyCheckout();
  const dev = await startDev(checkout);
  const browser = await chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    chromiumSandbox: false,
  });
  cleanUp(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(dev.url);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  await edit(join(checkout, "src/dashboard/views/sign-in.tsx"), ": words.signIn}", ': "Come in"}');

  await page.getByRole("heading", { name: "Come in" }).waitFor();
});

test("the demo of npm run dev leaves nothing behind when it is interrupted", async () => {
  const checkout = await copyCheckout();
  const TMPDIR = await temporaryDirectory();
  const demo = await startDev(checkout, ["--demo"], { TMPDIR });
  const ownDirectories = async () =>
    (await readdir(TMPDIR)).filter((name) => name.startsWith("footfall-"));
  await eventually(async () => expect(await demo.stdout()).toContain("days of traffic"));
  expect(demo.stdout()).toContain(`API key to sign in with: ${apiKey}\n`);
  expect(await ownDirectories()).toHaveLength(1);

  const all = descendantsOf(demo.process.pid);
  expect(await interrupt(demo)).toBe(0);
  await eventually(async () => expect(all.filter(isAlive)).toEqual([]));
  expect(await ownDirectories()).toEqual([]);
});
