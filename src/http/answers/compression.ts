import { gzip, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import Negotiator from "negotiator";

import { RecentCache } from "../../base/recent-cache.ts";

/** In fewer bytes there is little to save: an answer of this size is one packet anyway. */
const compressedBytesMin = 1024;
/** Larger answers are compressed in another thread, as the event loop would wait for them. */
const syncBytesMax = 64 * 1024;
/** The lowest level takes a third of the time of the usual one, for a tenth more bytes. */
const options = { level: 1 };

/** Bytes of the answers that are kept with their gzip, as many viewers get the same ones. */
const keptBytesMax = 8 * 1024 ** 2;

/** Returns whether the client prefers gzip to an answer as it is. */
export function prefersGzip(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).encoding(["gzip", "identity"]) === "gzip";
}

/**
 * Compresses the JSON answers of an application that have 1 KiB and more, if the client accepts
 * gzip. Streams, such as CSV and exports, are sent as they are: they may be long, and the threads
 * that would compress them write the event log.
 */
export function useCompression(app: FastifyInstance): void {
  // The answer itself is the key, which may be far longer than its gzip.
  const kept = new RecentCache<Kept>(keptBytesMax, ({ bytes }) => bytes);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || !isJson(reply.getHeader("content-type"))) {
      return done(null, payload);
    }
    const bytes = Buffer.byteLength(payload);
    if (bytes < compressedBytesMin || !prefersGzip(request)) return done(null, payload);
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    if (bytes > syncBytesMax) return gzip(payload, options, done);
    const known = kept.get(payload);
    if (known !== undefined) return done(null, known.gzipped);
    const gzipped = gzipSync(payload, options);
    kept.set(payload, { gzipped, bytes: 500 + 2 * payload.length + gzipped.length });
    done(null, gzipped);
  });
}

interface Kept {
  readonly gzipped: Buffer;
  readonly bytes: number;
}

function isJson(contentType: unknown): boolean {
  return typeof contentType === "string" && contentType.startsWith("application/json");
}
