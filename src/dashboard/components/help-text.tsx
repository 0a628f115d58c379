import { withBasePath } from "../address/server-address.ts";
import { helpDocs, helpTextWords, type Topic } from "../words/help.ts";

/** Explains a number or a report in a sentence, and links to the docs. */
export function HelpText({ topic }: { readonly topic: Topic }) {
  return (
    <p class="help-text">
      {helpTextWords.topics[topic]}{" "}
      <a href={withBasePath(`/docs/${helpDocs[topic]}`)} target="_blank" rel="noreferrer">
        {helpTextWords.more}
      </a>
    </p>
  );
}
