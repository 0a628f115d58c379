import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/**
 * A server that is busy answers a ping within milliseconds, as no query is needed for it. With the
 * second between two pings, the users of a frozen server wait five seconds at most.
 */
const pingMsMax = 3_500;
/**
 * The answers of a proxy whose server is unavailable. Any other answer, also a 404, is the
 * server's.
 */
const gatewayErrors = new Set([502, 503, 504]);

/** Resolves with whether the ClickHouse server at this URL answers in time. */
export function pings(url: string, signal: AbortSignal): Promise<boolean> {
  const { origin, protocol } = new URL(url);
  const send = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(`${origin}/ping`, { agent: false, signal, timeout: pingMsMax });
    const deadline = setTimeout(() => request.destroy(), pingMsMax);
    request.on("response", (response) => {
      response.resume();
      resolve(!gatewayErrors.has(response.statusCode ?? 0));
    });
    request.on("error", () => resolve(false));
    request.on("close", () => {
      clearTimeout(deadline);
      resolve(false);
    });
    request.end();
  });
}
