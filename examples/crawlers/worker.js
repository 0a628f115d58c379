import { programs } from "./programs.js";

/** A Worker of Cloudflare in front of a website. Its variables name Footfall, website and key. */
// biome-ignore lint/style/noDefaultExport: a Worker has one
export default {
  /**
   * @param {Request} request
   * @param {{ FOOTFALL_URL: string, FOOTFALL_WEBSITE: string, FOOTFALL_KEY: string }} env
   * @param {{ waitUntil(promise: Promise<unknown>): void }} context
   */
  async fetch(request, env, context) {
    const response = await fetch(request);
    const agent = request.headers.get("user-agent") ?? "";
    if (!programs.test(agent)) return response;
    const ip = request.headers.get("cf-connecting-ip");
    const read = {
      url: request.url,
      user_agent: agent,
      method: request.method,
      status: response.status,
      ...(ip && { ip }),
    };
    context.waitUntil(
      fetch(`${env.FOOTFALL_URL}/api/v1/websites/${env.FOOTFALL_WEBSITE}/reads`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${env.FOOTFALL_KEY}`,
          "content-type": "application/json",
        },
        body: JSON.stringify([read]),
      }).catch(() => {}),
    );
    return response;
  },
};
