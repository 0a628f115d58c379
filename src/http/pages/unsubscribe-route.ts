import type { FastifyPluginAsync, FastifyRequest } from "fastify";

import { Problem } from "../../base/errors.ts";
import { html } from "../../base/html.ts";
import { readUnsubscribeToken } from "../../mail/unsubscribe-token.ts";
import { unsubscribeWords as words } from "../../mail/wording.ts";
import type { Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Keys } from "../access/keys.ts";
import { sendPlainPage } from "../answers/plain-page.ts";

type Request = FastifyRequest<{ Params: { token: string } }>;

/** Mail programs send a few bytes. */
const bodyLimit = 16 * 1024;
/** The routes are for people and mail programs, so the API description leaves them out. */
const schema = { hide: true };

const warning = html`<p>${words.warning}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${words.button}</button></form>`;
const farewell = html`<p>${words.farewell}</p>`;

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
    return sendPlainPage(reply, words.title(domain), emailReports ? warning : farewell);
  });

  app.post("/:token", { schema }, async function unsubscribe(request: Request, reply) {
    const { id, domain, emailReports } = await findWebsite(request);
    if (emailReports) await websites.update(id, { emailReports: false });
    return sendPlainPage(reply, words.title(domain), farewell);
  });
};
