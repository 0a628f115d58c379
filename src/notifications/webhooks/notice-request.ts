import type { Webhook } from "../../access/webhook.ts";
import type { WebhookFormat } from "../../model/choices.ts";
import type { Notice } from "../content/notices.ts";
import type { Post } from "./post.ts";

/** Discord takes no longer text, and no channel wants one. */
const textCharactersMax = 1_900;

/** Returns the request that tells a webhook something. The id is the same at each attempt. */
export function postOf({ url, format, secret }: Webhook, notice: Notice, deliveryId: string): Post {
  return { url, secret, deliveryId, body: JSON.stringify(bodyOf(format, notice, deliveryId)) };
}

function bodyOf(format: WebhookFormat, notice: Notice, id: string): object {
  const { type, atMs, website, text, url, data } = notice;
  const short = text.slice(0, textCharactersMax);
  if (format === "slack") {
    // The three characters of Slack's markup; with them, no name can mention anybody.
    const escaped = short.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return { text: url === null ? escaped : `${escaped}\n<${url}>` };
  }
  if (format === "discord") {
    return {
      content: url === null ? short : `${short}\n${url}`,
      allowed_mentions: { parse: [] },
    };
  }
  return { id, type, at: new Date(atMs).toISOString(), website, text, url, data };
}
