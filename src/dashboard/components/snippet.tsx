import { useState } from "preact/hooks";

import { Icon } from "./icon.tsx";

/** The line of HTML that has a website's pages counted. */
export function Snippet({ domain }: { readonly domain: string }) {
  const [isCopied, setCopied] = useState(false);
  const line = `<script defer data-domain="${domain}" src="${location.origin}/js/script.js"></script>`;
  const copy = () => {
    navigator.clipboard.writeText(line).then(
      () => setCopied(true),
      // Without the right to the clipboard the line can still be selected.
      () => setCopied(false),
    );
  };
  return (
    <section class="surface form brief snippet">
      <h2>Tracker</h2>
      <p class="hint">Put this line into the head of every page of {domain}. It sets no cookies.</p>
      <div class="snippet-line">
        <pre>
          <code>{line}</code>
        </pre>
        <button class="button" type="button" onClick={copy}>
          <Icon name={isCopied ? "check" : "copy"} />
          <span role="status">{isCopied ? "Copied" : "Copy"}</span>
        </button>
      </div>
    </section>
  );
}
