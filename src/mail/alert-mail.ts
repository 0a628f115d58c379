import { type AlertNews, sentencesOf, titleOf } from "../alerts/wording.ts";
import { type Html, html } from "../base/html.ts";
import { composeMail, type MailOrigin, type Message } from "./message.ts";
import { unsubscribeUrl } from "./report-links.ts";
import { printable } from "./wording.ts";

/** Characters of a line in a mail: a name, a domain and a sentence. */
const lineCharactersMax = 600;
const textStyle = "font-family:Helvetica,Arial,sans-serif;color:#1f2937;font-size:14px";

export interface AlertMailOptions {
  readonly to: string;
  /** The text that stands for the recipient; without one there is nothing to unsubscribe from. */
  readonly recipient?: string;
  readonly messageId?: string;
  readonly isTest?: boolean;
  readonly nowMs: number;
}

/** Composes the mail of an alert to one recipient. */
export function composeAlertMail(
  news: AlertNews,
  origin: MailOrigin,
  { to, recipient, messageId, isTest = false, nowMs }: AlertMailOptions,
): Promise<Message> {
  const { website, alertId } = news;
  const unsubscribe =
    recipient === undefined
      ? undefined
      : unsubscribeUrl(origin, { kind: "alert", websiteId: website.id, alertId, recipient });
  const title = printable(titleOf(news), lineCharactersMax);
  const test = isTest ? ["This is a test. The numbers are made up."] : [];
  const sentences = [...test, ...sentencesOf(news)].map((text) =>
    printable(text, lineCharactersMax),
  );
  const statistics = `${origin.baseUrl.replace(/\/+$/, "")}/${website.domain}`;
  const link = (url: string, text: string): Html => html`<p><a href="${url}">${text}</a></p>`;
  const stop = "Stop the mails of this alert";
  return composeMail({
    ...{ from: origin.from, to, messageId, nowMs, unsubscribe },
    subject: isTest ? `Test: ${title}` : title,
    text: [
      ...[title, "", ...sentences, "", `Statistics: ${statistics}`],
      ...(unsubscribe === undefined ? [] : ["", `${stop}:`, unsubscribe]),
      "",
    ].join("\n"),
    html: html`<div style="${textStyle}"><p><strong>${title}</strong></p>${sentences.map(
      (sentence) => html`<p>${sentence}</p>`,
    )}${link(statistics, `Statistics of ${website.domain}`)}${
      unsubscribe === undefined ? html`` : link(unsubscribe, stop)
    }</div>`.markup,
  });
}
