import { useRef, useState } from "preact/hooks";

import { Icon } from "../components/icon.tsx";

const words = { ready: "Copy", copied: "Copied", selected: "Selected" } as const;

/** Shows the line of HTML that adds the tracker to a website's pages. */
export function Snippet({ domain }: { readonly domain: string }) {
  const code = useRef<HTMLElement>(null);
  const [state, setState] = useState<keyof typeof words>("ready");
  const line = `<script defer data-domain="${domain}" src="${location.origin}/js/script.js"></script>`;
  const select = () => {
    if (code.current !== null) getSelection()?.selectAllChildren(code.current);
    setState("selected");
  };
  const copy = () => {
    // Pages over HTTP have no clipboard, contrary to its type, and others may be denied access.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) select();
    else clipboard.writeText(line).then(() => setState("copied"), select);
  };
  return (
    <section class="surface form brief snippet">
      <h2>Tracker</h2>
      <p class="hint">Add this line to the head of every page of {domain}. It sets no cookies.</p>
      <div class="snippet-line">
        <pre>
          <code ref={code}>{line}</code>
        </pre>
        <button class="button" type="button" onClick={copy}>
          <Icon name={state === "copied" ? "check" : "copy"} />
          {words[state]}
        </button>
        <p class="hidden" role="status">
          {state !== "ready" && words[state]}
        </p>
      </div>
    </section>
  );
}
