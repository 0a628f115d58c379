import { withBasePath } from "../address/server-address.ts";
import { helpTextWords, helpTopics, type Topic } from "../words/help.ts";

/** Explains a number or a report in a sentence, and links to the docs. */
export function HelpText({ topic }: { readonly topic: Topic }) {
  const { text, docs } = helpTopics[topic];
  return (
    <p class="help-text">
      {text}{" "}
      <a href={withBasePath(`/docs/${docs}`)} target="_blank" rel="noreferrer">
        {helpTextWords.more}
      </a>
    </p>
  );
}
