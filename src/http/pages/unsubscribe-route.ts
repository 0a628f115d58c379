import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { noPersonReports } from "../../access/person.ts";
import type { StoredAccess } from "../../access/stored-access.ts";
import { Problem } from "../../base/errors.ts";
import { type Html, html } from "../../base/html.ts";
import type { Language } from "../../base/languages.ts";
import { progressAfterEdit, recipientKey } from "../../definitions/alert.ts";
import type { Definitions } from "../../definitions/stored-definitions.ts";
import { wordingOf } from "../../notifications/content/wording.ts";
import type { MailWords } from "../../notifications/content/words/en.ts";
import { reportRecipients } from "../../notifications/mail/mailboxes.ts";
import {
  type ReadSubscription,
  readUnsubscribeToken,
  recipientHash,
} from "../../notifications/mail/unsubscribe-token.ts";
import { hasEmail, type Website } from "../../websites/website.ts";
import type { Websites } from "../../websites/websites.ts";
import type { Keys } from "../access/keys.ts";
import { sendPlainPage } from "../answers/plain-page.ts";
import type { Notifier } from "../notifications/notifier.ts";

type Request = FastifyRequest<{ Params: { token: string } }>;

interface UnsubscribeDeps {
  readonly websites: Websites;
  readonly definitions: Definitions;
  readonly access: StoredAccess;
  readonly notifier: Pick<Notifier, "defaultRecipients">;
  readonly keys: Pick<Keys, "mail">;
}

/** Something that a mail can end. */
interface Ending {
  /** Which texts the page has. */
  readonly kind: keyof MailWords["unsubscribe"];
  readonly language: Language;
  readonly domain: string;
  /** Whether the mails still come. */
  readonly isOn: boolean;
  /** Ends them. */
  readonly end: () => Promise<unknown>;
}

/** Mail programs send a few bytes. */
const bodyLimit = 16 * 1024;
/** Whoever has the link may be anybody, so the audit list could not name them. */
const unsubscribeLink = { routine: "unsubscribe link" } as const;
/** The routes are for people and mail programs, so the API description leaves them out. */
const schema = { hide: true };

/**
 * `/unsubscribe/{token}`: ends the mails of a website, an alert or a person.
 *
 * - GET only shows a form, because programs follow the links in mails to check them.
 * - POST unsubscribes, whatever the content type of its body (RFC 8058 has two).
 * - A client with the token needs no key, and may repeat its request.
 */
export const unsubscribeRoutes: FastifyPluginAsync<UnsubscribeDeps> = async (app, deps) => {
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, _body, done) =>
    done(null),
  );
  const find = async ({ params }: Request): Promise<Ending> => {
    const subscription = readUnsubscribeToken(deps.keys.mail, params.token);
    const ending = subscription && (await endingOf(subscription, deps));
    if (ending === undefined) throw new Problem("ROUTE_NOT_FOUND");
    return ending;
  };

  const answer = async (reply: FastifyReply, { kind, language, domain }: Ending, asks: boolean) => {
    const texts = (await wordingOf(language)).words.unsubscribe[kind];
    const content = asks ? warning(texts) : html`<p>${texts.farewell}</p>`;
    return sendPlainPage(reply, texts.title(domain), content, language);
  };

  app.get("/:token", { schema }, async function askToUnsubscribe(request: Request, reply) {
    const ending = await find(request);
    return answer(reply, ending, ending.isOn);
  });

  app.post("/:token", { schema }, async function unsubscribe(request: Request, reply) {
    const ending = await find(request);
    if (ending.isOn) await ending.end();
    return answer(reply, ending, false);
  });
};

function warning(texts: Readonly<Record<"warning" | "button", string>>): Html {
  return html`<p>${texts.warning}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${texts.button}</button></form>`;
}

/** Resolves with what a subscription is; undefined if its website or alert is gone. */
async function endingOf(
  subscription: ReadSubscription,
  deps: UnsubscribeDeps,
): Promise<Ending | undefined> {
  if (subscription.kind === "person") return endingOfPerson(subscription.personId, deps);
  const { websiteId } = subscription;
  const website = await deps.websites.find((all) => all.find(websiteId));
  if (website === undefined) return undefined;
  if (subscription.kind === "alert") return endingOfAlert(subscription, website, deps);
  const { hash } = subscription;
  return hash === undefined ? endingOfAll(website, deps) : endingOfReports(website, hash, deps);
}

/** Returns the end of a person's reports of all websites; undefined if the person is gone. */
function endingOfPerson(id: number, { access }: UnsubscribeDeps): Ending | undefined {
  const person = access.all.find("person", id)?.content;
  if (person === undefined) return undefined;
  const { day, week, month } = person.emailReports ?? noPersonReports;
  return {
    kind: "person",
    language: person.language ?? "en",
    domain: "",
    isOn: day || week || month,
    end: () =>
      access.update(unsubscribeLink, "person", id, (before) => ({
        ...before,
        emailReports: { ...(before.emailReports ?? noPersonReports), ...noPeriods },
      })),
  };
}

const noPeriods = { day: false, week: false, month: false };

/** Returns the end of all reports of a website, which links of earlier releases mean. */
function endingOfAll(
  { id, domain, language, emailReports }: Website,
  { websites }: UnsubscribeDeps,
): Ending {
  return {
    kind: "everybody",
    language,
    domain,
    isOn: hasEmail(emailReports) || emailReports.day,
    end: () => websites.update(unsubscribeLink, id, { emailReports: noPeriods }),
  };
}

/** Returns the end of the reports of a website for one recipient. */
function endingOfReports(
  { id, domain, language, emailReports }: Website,
  hash: string,
  { websites, notifier }: UnsubscribeDeps,
): Ending {
  const all = reportRecipients(emailReports.to, notifier.defaultRecipients);
  const mailboxes = all
    .filter(({ key }) => recipientHash(key) === hash)
    .map(({ mailbox }) => mailbox);
  const isAny = hasEmail(emailReports) || emailReports.day;
  return {
    kind: "reports",
    language,
    domain,
    isOn: isAny && mailboxes.length > 0,
    end: () => {
      const leaving = { mailboxes, defaults: notifier.defaultRecipients };
      return websites.update(unsubscribeLink, id, { emailReports: { leaving } });
    },
  };
}

/** Resolves with the end of the mails of an alert for one recipient. */
async function endingOfAlert(
  { alertId, hash }: Extract<ReadSubscription, { kind: "alert" }>,
  { id: websiteId, domain, language }: Website,
  { definitions }: UnsubscribeDeps,
): Promise<Ending | undefined> {
  const alert = (await definitions.of(websiteId)).find("alert", alertId)?.content;
  if (alert === undefined) return undefined;
  const isOther = (to: (typeof alert.to)[number]) => recipientHash(recipientKey(to)) !== hash;
  return {
    kind: "alert",
    language,
    domain,
    isOn: alert.enabled && alert.to.some((each) => !isOther(each)),
    end: () =>
      definitions.update(unsubscribeLink, websiteId, "alert", alertId, (before) => {
        const to = before.to.filter(isOther);
        // An alert that would tell nobody is switched off.
        const after = to.length === 0 ? { ...before, enabled: false } : { ...before, to };
        return { ...after, ...progressAfterEdit(before, after) };
      }),
  };
}
