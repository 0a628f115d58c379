import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";

/** Larger than any file of events that is sent whole by mistake. */
const bytesMax = 16 * 1024 ** 2;

/**
 * Reads what is left of a body that nobody wants, and throws it away.
 *
 * Most clients send all of a body before they read the answer: to those who are answered and cut off meanwhile the connection
 * broke. Resolves when the body has ended, in whatever way, or is longer than 16 MiB; the time that a request may take ends it,
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
