import { useRef, useState } from "preact/hooks";

import { commonWords } from "../words/common.ts";
import { Icon } from "./icon.tsx";

const { copy: words, copyNamed } = commonWords;

interface CopyLineProps {
  /** The text that is copied, as people write it into a file or a page. */
  readonly line: string;
  /** Says what is copied, such as "the link", on a page with several texts. */
  readonly name?: string;
}

/** Shows a text with a button that copies it, or selects it where there is no clipboard. */
export function CopyLine({ line, name }: CopyLineProps) {
  const code = useRef<HTMLElement>(null);
  const [state, setState] = useState<keyof typeof words>("ready");
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
    <div class="snippet-line">
      <pre>
        <code ref={code}>{line}</code>
      </pre>
      <button
        class="button"
        type="button"
        aria-label={name && copyNamed[state](name)}
        onClick={copy}
      >
        <Icon name={state === "copied" ? "check" : "copy"} />
        {words[state]}
      </button>
      <p class="hidden" role="status">
        {state !== "ready" && words[state]}
      </p>
    </div>
  );
}
