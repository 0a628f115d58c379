import { type Said, sentenceTable } from "../base/sentence-table.ts";

/**
 * Why a message did not reach its recipient, as far as Footfall itself knows. What a mail server
 * answers, and errors of the system, have no code.
 */
export const deliveryProblems = sentenceTable({
  redirect: "the answer was {status}, and redirects are not followed",
  answer: "the answer was {status}",
  no_answer: "there was no answer within {seconds} seconds",
  private_address: "{host} is a private address, which WEBHOOK_PRIVATE_ADDRESSES=on allows",
  closed: "the connection was closed",
  recipient_refused: "the mail server refused the recipient",
  no_mail_server: "this server has no mail server: SMTP_URL is not set",
  not_called: "the webhook could not be called",
  not_mailed: "the mail could not be sent",
  no_webhook: "there is no webhook with this id",
  no_person: "there is no active person with this id",
  may_not_see: "the person may not see the website",
  unknown: "nobody knows why",
});

export const deliveryProblem = deliveryProblems.say;
export type DeliveryProblem = Said<keyof typeof deliveryProblems.sentences>;
