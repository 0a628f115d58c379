import { createServer } from "node:http";

import { EventSender } from "./event-sender.js";

const {
  FOOTFALL_URL = "http://localhost:8080",
  FOOTFALL_API_KEY,
  FOOTFALL_WEBSITE_ID,
  SITE_URL = "http://localhost:3000",
  PORT = "3000",
  STOP_SECONDS = "10",
} = process.env;
if (!FOOTFALL_API_KEY || !FOOTFALL_WEBSITE_ID) {
  throw new Error("set FOOTFALL_API_KEY and FOOTFALL_WEBSITE_ID");
}

const sender = new EventSender({
  url: FOOTFALL_URL,
  apiKey: FOOTFALL_API_KEY,
  websiteId: FOOTFALL_WEBSITE_ID,
  warn: (text) => process.stderr.write(`footfall: ${text}\n`),
});

/** @type {Readonly<Record<string, string>>} */
const pages = {
  "/": '<h1>Tea shop</h1><form method="post" action="/orders"><button>Order</button></form>',
  "/thanks": "<h1>Thank you</h1>",
};

const server = createServer((request, response) => {
  const [path = "/"] = (request.url ?? "/").split("?");
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (request.method === "GET" && page !== undefined) {
    sender.add(eventOf(request));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  } else if (request.method === "POST" && path === "/orders") {
    const revenue = { amount: 7.5, currency: "EUR" };
    sender.add({ ...eventOf(request), name: "Order", props: { tea: "Assam" }, revenue });
    response.writeHead(303, { location: "/thanks" }).end();
  } else {
    response.writeHead(404).end("Not found\n");
  }
});

/**
 * Returns the page view of a request. Its address and agent make the visitor; behind a proxy, take
 * the address from the header that the proxy sets.
 *
 * @param {import("node:http").IncomingMessage} request
 */
function eventOf({ url, headers, socket }) {
  return {
    url: `${SITE_URL}${url}`.slice(0, 2_000),
    referrer: headers.referer,
    ip: socket.remoteAddress,
    user_agent: headers["user-agent"],
  };
}

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : PORT;
  process.stdout.write(`Tea shop on http://localhost:${port}\n`);
});

/** Answers the requests that are under way, then sends the events that wait. */
function stop() {
  setTimeout(() => {
    process.stderr.write("footfall: no time left to send the last events\n");
    process.exit(1);
  }, Number(STOP_SECONDS) * 1_000).unref();
  server.close(() => sender.stop());
}
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
