import type { Topic } from "../words/help.ts";
import { helpWords } from "../words/help-button.ts";
import { lazy } from "./lazy.tsx";
import { Popover } from "./popover.tsx";

const HelpText = lazy(
  () => import("./help-text.tsx"),
  (module) => module.HelpText,
);

interface HelpProps {
  readonly topic: Topic;
  /** The name of what is explained, as it stands beside the "?". */
  readonly name: string;
}

/** Shows a "?" that opens a sentence and a link to the docs. */
export function Help({ topic, name }: HelpProps) {
  return (
    <Popover
      kind="help"
      label={
        <>
          <span aria-hidden="true">?</span>
          <span class="hidden">{helpWords.about(name)}</span>
        </>
      }
      title={name}
    >
      {() => <HelpText topic={topic} />}
    </Popover>
  );
}
