import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

export const src = new URL("../../src/", import.meta.url).pathname;
export const files = (await readdir(src, { recursive: true })).filter((name) =>
  /(?:\.[jt]sx?|\/(?:shapes|zones|ranges\/[a-z-]+)\.json)$/.test(name),
);
/** The tools of the build, which a file of settings imports. */
const tools = "../package/";
/** Each file of `src/`, and the files of `src/` that it imports, types included; no styles. */
export const imports = new Map(
  await Promise.all(
    files.map(async (file): Promise<[string, readonly string[]]> => {
      const text = await readFile(join(src, file), "utf8");
      const found = text.matchAll(/(?:^(?:import|export|\}).*?|\bimport\()["'](\.[^"']+)["']/gm);
      const paths = [...found].map(([, path = ""]) => normalize(join(dirname(file), path)));
      const isOurs = (path: string) => !path.endsWith(".css") && !path.startsWith(tools);
      return [file, paths.filter(isOurs)];
    }),
  ),
);
export const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** Returns the folder of `src/` that a file is in. */
export function partOf(file: string): string {
  return file.split("/")[0] ?? file;
}
