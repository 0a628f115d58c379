import { programs } from "./programs.js";

/** Next.js leaves files with an extension alone, so that they cost nothing. */
export const config = { matcher: ["/((?!_next/|.*\\.(?:css|js|png|jpe?g|webp|svg|woff2?)$).*)"] };

/**
 * The proxy of a Next.js application, which was called middleware before Next.js 16: copy it to
 * `proxy.js` or `middleware.js`, with `programs.js` beside it, and set FOOTFALL_URL,
 * FOOTFALL_WEBSITE and FOOTFALL_KEY. It runs before the answer, so the status is unknown.
 *
 * @param {Request} request
 * @param {{ waitUntil(promise: Promise<unknown>): void }} event
 */
export function proxy(request, event) {
  const agent = request.headers.get("user-agent") ?? "";
  if (!programs.test(agent)) return;
  const { FOOTFALL_URL, FOOTFALL_WEBSITE, FOOTFALL_KEY } = process.env;
  const ip = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  // The host of `request.url` is that of the server behind its proxies, such as localhost:3000.
  const { protocol, host: ownHost, pathname, search } = new URL(request.url);
  const { headers } = request;
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? ownHost;
  const url = `${protocol}//${host}${pathname}${search}`;
  const read = { url, user_agent: agent, method: request.method, ...(ip && { ip }) };
  event.waitUntil(
    fetch(`${FOOTFALL_URL}/api/v1/websites/${FOOTFALL_WEBSITE}/reads`, {
      method: "POST",
      headers: { authorization: `Bearer ${FOOTFALL_KEY}`, "content-type": "application/json" },
      body: JSON.stringify([read]),
    }).catch(() => {}),
  );
}

export { proxy as middleware };
