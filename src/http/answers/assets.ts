import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

import { prefersGzip } from "./compression.ts";

/**
 * A file of the program, in memory. All answers share its bytes, so a client that does not read its
 * answer takes none.
 */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** The bytes compressed with gzip; undefined if that saves too little. */
  readonly gzipped: Buffer | undefined;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * The share of an asset's bytes below which the gzipped form is worth it. Pictures and fonts are
 * compressed already.
 */
const gzippedShareMax = 0.9;

export async function readAsset(file: string): Promise<Asset> {
  return makeAsset(extname(file), await readFile(file));
}

/** Resolves with the asset of these bytes, which are those of a file with this extension. */
export async function makeAsset(extension: string, bytes: Buffer): Promise<Asset> {
  const smaller = await promisify(gzip)(bytes);
  return {
    type: types[extension] ?? "application/octet-stream",
    bytes,
    gzipped: smaller.length < bytes.length * gzippedShareMax ? smaller : undefined,
  };
}

/** Answers with the asset, compressed if the client prefers that. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, gzipped }: Asset,
): FastifyReply {
  reply.type(type).header("vary", "Accept-Encoding");
  if (gzipped === undefined || !prefersGzip(request)) return reply.send(bytes);
  return reply.header("content-encoding", "gzip").send(gzipped);
}
