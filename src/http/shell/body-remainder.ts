import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";

/** Larger than any file of events that a client sends whole by mistake. */
const bytesMax = 16 * 1024 ** 2;

/**
 * Reads the rest of a refused body, and throws it away.
 *
 * Most clients send a whole body before they read the answer. If the server answers and closes the
 * connection meanwhile, such a client sees a broken connection and no answer. Resolves when the
 * body has ended, in whatever way, or is longer than 16 MiB. The request timeout ends the body,
 * too.
 */
export function discardRemainder(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
      resolve();
      return;
    }
    let bytes = 0;
    finished(request, { writable: false }, () => resolve());
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) resolve();
    });
  });
}
