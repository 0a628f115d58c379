import { programs } from "./programs.js";

/** Next.js leaves files with an extension alone, so that they cost nothing. */
export const config = { matcher: ["/((?!_next/|.*\\.(?:css|js|png|jpe?g|webp|svg|woff2?)$).*)"] };

/**
 * The middleware of a Next.js application: copy it to `middleware.js`, and set FOOTFALL_URL,
 * FOOTFALL_WEBSITE and FOOTFALL_KEY. A middleware runs before the answer, so its status is unknown.
 *
 * @param {Request} request
 * @param {{ waitUntil(promise: Promise<unknown>): void }} event
 */
export function middleware(request, event) {
  const agent = request.headers.get("user-agent") ?? "";
  if (!programs.test(agent)) return;
  const { FOOTFALL_URL, FOOTFALL_WEBSITE, FOOTFALL_KEY } = process.env;
  const ip = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  const read = { url: request.url, user_agent: agent, method: request.method, ...(ip && { ip }) };
  event.waitUntil(
    fetch(`${FOOTFALL_URL}/api/v1/websites/${FOOTFALL_WEBSITE}/reads`, {
      method: "POST",
      headers: { authorization: `Bearer ${FOOTFALL_KEY}`, "content-type": "application/json" },
      body: JSON.stringify([read]),
    }).catch(() => {}),
  );
}
