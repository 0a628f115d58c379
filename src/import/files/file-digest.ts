import { createHash } from "node:crypto";

import type { ImportedFile } from "../../definitions/import.ts";

/** The size and the hash of a file, taken while somebody reads it. */
export class FileDigest {
  readonly #hash = createHash("sha256");
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  /** Returns the file of this name, when all of its bytes were added. */
  end(name: string): ImportedFile {
    return { name, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
