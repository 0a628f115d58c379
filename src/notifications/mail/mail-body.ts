import { type Html, html } from "../../base/html.ts";
import type { Wording } from "../content/wording.ts";

/** The style of all texts. Many mail programs support no style sheets. */
export const fontStyle = "font-family:Helvetica,Arial,sans-serif;color:#1f2937";

/** Returns a mail of a few paragraphs as HTML, in the direction of its language. */
export function mailBody({ language, direction }: Wording, content: Html): string {
  return html`<div lang="${language}" dir="${direction}" style="${fontStyle};font-size:14px;line-height:20px">${content}</div>`
    .markup;
}
