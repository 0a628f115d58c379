import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

import { type Html, html } from "../../base/html.ts";
import { directionOf, type Language } from "../../base/languages.ts";

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}";
const headers = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // The URL of such a page holds a secret, so no other server may learn it.
  "referrer-policy": "no-referrer",
};

/** Sends a page without scripts that says one thing. */
export function sendPlainPage(
  reply: FastifyReply,
  title: string,
  content: Html,
  language: Language = "en",
): FastifyReply {
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  return reply.headers(headers).type("text/html; charset=utf-8").send(markup);
}
