import { type Html, html } from "../../base/html.ts";
import { type AlertNews, sentencesOf, titleOf } from "../content/alert-wording.ts";
import { wordingOf } from "../content/wording.ts";
import { unsubscribeUrl } from "./email-report-links.ts";
import { mailBody } from "./mail-body.ts";
import { composeMail, type MailOrigin, type Message } from "./message.ts";

export interface AlertMailOptions {
  readonly to: string;
  /** The text that stands for the recipient; without one there is nothing to unsubscribe from. */
  readonly recipient?: string;
  readonly messageId?: string;
  readonly isTest?: boolean;
  readonly nowMs: number;
}

/** Composes the mail of an alert to one recipient, in the language of the website. */
export async function composeAlertMail(
  news: AlertNews,
  origin: MailOrigin,
  { to, recipient, messageId, isTest = false, nowMs }: AlertMailOptions,
): Promise<Message> {
  const { website, alertId } = news;
  const unsubscribe =
    recipient === undefined
      ? undefined
      : unsubscribeUrl(origin, { kind: "alert", websiteId: website.id, alertId, recipient });
  const wording = await wordingOf(website.language);
  const { alert: words, report, label, labelled } = wording.words;
  const title = titleOf(wording, news);
  const sentences = [...(isTest ? [words.testHint] : []), ...sentencesOf(wording, news)];
  const statistics = `${origin.baseUrl}/${website.domain}`;
  const link = (url: string, text: string): Html => html`<p><a href="${url}">${text}</a></p>`;
  return composeMail({
    from: origin.from,
    to,
    messageId,
    nowMs,
    unsubscribe,
    subject: isTest ? words.test(title) : title,
    text: [
      title,
      "",
      ...sentences,
      "",
      labelled(report.statistics, statistics),
      ...(unsubscribe === undefined ? [] : ["", label(words.stop), unsubscribe]),
      "",
    ].join("\n"),
    html: mailBody(
      wording,
      html`<p><strong>${title}</strong></p>${sentences.map(
        (sentence) => html`<p>${sentence}</p>`,
      )}${link(statistics, report.statisticsOf(website.domain))}${
        unsubscribe === undefined ? html`` : link(unsubscribe, words.stop)
      }`,
    ),
  });
}
