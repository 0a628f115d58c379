import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = packageAbove(dirname(fileURLToPath(import.meta.url)));

/** Returns the path of a file or directory of the package, to sources and to the built program. */
export function packageFile(path: string): string {
  return join(root, path);
}

function packageAbove(directory: string): string {
  if (existsSync(join(directory, "package.json"))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error("no directory above the program has a package.json");
  return packageAbove(parent);
}
