import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";

const modules = "../../../src/dashboard/address/server-address.ts";

/** Loads the module in a page at this address, whose server has this `BASE_URL`. */
async function open(address: string, baseUrl?: string) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: { baseUrl } } });
  vi.stubGlobal("location", new URL(address));
  return (await import(
    modules
  )) as typeof import("../../../src/dashboard/address/server-address.ts");
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["http://127.0.0.1:8080/a?b", undefined, "/a", "/x", "http://127.0.0.1:8080/x"],
  ["https://stats.test/a", "https://stats.test", "/a", "/x", "https://stats.test/x"],
  ["http://127.0.0.1/a", "https://stats.test", "/a", "/x", "https://stats.test/x"],
  ["https://a.test/s/a/b", "https://a.test/s", "/a/b", "/s/x", "https://a.test/s/x"],
  ["https://a.test/s", "https://a.test/s", "/", "/s/x", "https://a.test/s/x"],
  ["https://a.test/s/", "https://a.test/s", "/", "/s/x", "https://a.test/s/x"],
  ["http://127.0.0.1/a", "https://a.test/s", undefined, "/s/x", "https://a.test/s/x"],
  ["http://127.0.0.1/sa", "https://a.test/s", undefined, "/s/x", "https://a.test/s/x"],
])("at %s with BASE_URL %s", async (address, baseUrl, path, ownAddress, url) => {
  const { withBasePath, pagePath, publicUrl } = await open(address, baseUrl);

  expect(pagePath()).toBe(path);
  expect(withBasePath("/x")).toBe(ownAddress);
  expect(withBasePath("?x=1")).toBe("?x=1");
  expect(publicUrl("/x")).toBe(url);
});

test("no component writes an address of this server without the base path", async () => {
  const found: string[] = [];
  for (const file of await readdir("src/dashboard", { recursive: true })) {
    if (!/\.tsx?$/.test(file) || file === "address/server-address.ts") continue;
    const source = await readFile(`src/dashboard/${file}`, "utf8");
    const link = /<a\b[^>]*?\bhref=(?:"\/|\{[`"]\/)[^>]*/g;
    const script = /.*(?:location\.origin|location\.(?:assign|replace)\([`"]\/|\bfetch\([`"]\/).*/g;
    for (const [text] of source.matchAll(link)) found.push(`${file}: ${text}`);
    for (const [text] of source.matchAll(script)) found.push(`${file}: ${text}`);
  }
  expect(found).toEqual([]);
});
