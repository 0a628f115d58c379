import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = packageAbove(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the path of a file or directory of the package. It is right from the sources and from the
 * built program: the root is the nearest directory above that has a `package.json`.
 */
export function packageFile(path: string): string {
  return join(root, path);
}

function packageAbove(directory: string): string {
  if (existsSync(join(directory, "package.json"))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error("no directory above the program has a package.json");
  return packageAbove(parent);
}
