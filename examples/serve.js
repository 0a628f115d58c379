// Serves the files of a directory on localhost, without a cache: node serve.js DIRECTORY [PORT]
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const [directory = ".", port = "3000"] = process.argv.slice(2);
const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
]);

const server = createServer((request, response) => {
  respond(request.url ?? "/", response).catch(() => response.writeHead(404).end("Not found\n"));
});
server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address();
  const actual = typeof address === "object" ? address?.port : port;
  process.stdout.write(`Serving ${directory} on http://localhost:${actual}\n`);
});

/**
 * Answers with a file. An address without an extension is a page of a single-page application: its
 * one file is index.html.
 *
 * @param {string} address
 * @param {import("node:http").ServerResponse} response
 */
async function respond(address, response) {
  // The URL parser resolves "..", so no address leaves the directory.
  const { pathname } = new URL(address, "http://localhost");
  const extension = extname(pathname) || ".html";
  const file = await readFile(join(directory, extname(pathname) ? pathname : "index.html"));
  response
    .writeHead(200, { "content-type": types.get(extension) ?? "application/octet-stream" })
    .end(file);
}
