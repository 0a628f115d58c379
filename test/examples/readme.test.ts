import { readdir, readFile, stat } from "node:fs/promises";
import { expect, test } from "vitest";

const examples = new URL("../../examples/", import.meta.url);
const entries = await readdir(examples, { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Resolves with the addresses of a page's links to other files. */
async function linksOf(page: URL): Promise<URL[]> {
  const links = (await readFile(page, "utf8")).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g);
  return [...links].map(([, path = ""]) => new URL(path, page));
}

test("examples/README.md lists every example", async () => {
  const links = await linksOf(new URL("README.md", examples));
  const pages = folders.map((folder) => new URL(`${folder}/README.md`, examples));
  const ofExamples = links.map(String).filter((link) => link.startsWith(String(examples)));
  expect(ofExamples.sort()).toEqual(pages.map(String).sort());
});

test.each(folders)("links of %s lead to files", async (folder) => {
  for (const link of await linksOf(new URL(`${folder}/README.md`, examples))) {
    await expect(stat(link), link.href).resolves.toBeDefined();
  }
});
