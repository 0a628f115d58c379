import { createHash } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import { Problem } from "../../base/errors.ts";
import { type Html, html } from "../../base/html.ts";
import { readUnsubscribeToken } from "../../mail/unsubscribe-token.ts";
import { unsubscribeWords as words } from "../../mail/wording.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Keys } from "../access/keys.ts";

type Request = FastifyRequest<{ Params: { token: string } }>;

/** Mail programs send a few bytes. */
const bodyLimit = 16 * 1024;
/** The routes are for people and mail programs, so the API description leaves them out. */
const schema = { hide: true };
const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}";
const headers = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // Anybody with the URL can unsubscribe, so no other server may learn it.
  "referrer-policy": "no-referrer",
};

/**
 * `/unsubscribe/{token}`: ends the e-mail reports of a website.
 *
 * - GET only shows a form, because programs follow the links in mails to check them.
 * - POST unsubscribes, whatever the content type of its body (RFC 8058 has two).
 * - A client with the token needs no key, and may repeat its request.
 */
export const unsubscribeRoutes: FastifyPluginAsync<{
  readonly websites: Websites;
  readonly keys: Pick<Keys, "mail">;
}> = async (app, { websites, keys }) => {
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, _body, done) =>
    done(null),
  );
  const findWebsite = async ({ params }: Request): Promise<Website> => {
    const id = readUnsubscribeToken(keys.mail, params.token);
    const website = id === undefined ? undefined : await websites.find((all) => all.find(id));
    if (website === undefined) throw new Problem("ROUTE_NOT_FOUND");
    return website;
  };

  app.get("/:token", { schema }, async function askToUnsubscribe(request: Request, reply) {
    const { domain, emailReports } = await findWebsite(request);
    return sendPage(reply, domain, emailReports ? warning(domain) : farewell(domain));
  });

  app.post("/:token", { schema }, async function unsubscribe(request: Request, reply) {
    const { id, domain, emailReports } = await findWebsite(request);
    if (emailReports) await websites.update(id, { emailReports: false });
    return sendPage(reply, domain, farewell(domain));
  });
};

function warning(domain: string): Html {
  return html`<h1>${words.title(domain)}</h1>
<p>${words.warning}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${words.button}</button></form>`;
}

function farewell(domain: string): Html {
  return html`<h1>${words.title(domain)}</h1>
<p>${words.farewell}</p>`;
}

function sendPage(reply: FastifyReply, domain: string, content: Html): FastifyReply {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title(domain)}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
</body>
</html>
`;
  return reply.headers(headers).type("text/html; charset=utf-8").send(markup);
}
