import { fileURLToPath } from "node:url";

/**
 * Returns the path of a file or directory of the package. This file is one level below the
 * package's root in `src`, and so is what the bundler makes of it in `dist`.
 */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
