import { useState } from "preact/hooks";
import { urlCharactersMax } from "../../model/limits.ts";
import type { PageRulePreview } from "../../model/page-rules.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Check } from "../components/check.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { TextField } from "../components/text-field.tsx";
import { useCheckedDays } from "../reports/matcher-check.tsx";
import { entriesWords } from "../words/entries.ts";
import { pageNamesWords as words } from "../words/page-names.ts";
import { format } from "../words/reader.ts";
import { type RuleDraft, ruleOf } from "./rule-draft.ts";

/** The pages that are listed before and after. */
const listedMax = 10;

interface RuleDialogProps {
  readonly rule: RuleDraft;
  readonly isNew: boolean;
  /** The API path of the rules. */
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: (rule: RuleDraft) => void;
}

/** Asks for a rule, and shows what it would do. The list of the rules is saved elsewhere. */
export function RuleDialog({ rule, isNew, path, onClose, onDone }: RuleDialogProps) {
  const [draft, setDraft] = useState(rule);
  const [preview, setPreview] = useState<PageRulePreview>();
  const asking = useSending("stay");
  const days = useCheckedDays();
  const change = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part });
    setPreview(undefined);
  };
  const ask = () => {
    const body = { ...ruleOf(draft), from: days.from, to: days.to };
    asking.wait(sendJson<{ data: PageRulePreview }>("POST", `${path}/preview`, body), (answer) =>
      setPreview(answer?.data),
    );
  };
  const field = (name: "match" | "page", hint: string) => (
    <TextField
      label={words[name]}
      hint={hint}
      errors={asking.errors[name]}
      name={name}
      value={draft[name]}
      required
      pattern="/.*"
      maxLength={urlCharactersMax}
      spellcheck={false}
      onInput={({ currentTarget: { value } }) => change({ [name]: value })}
    />
  );
  return (
    <Dialog title={isNew ? words.add : entriesWords.changeNamed(rule.match)} onClose={onClose}>
      <form
        class="form dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onDone(draft);
        }}
      >
        {field("match", words.matchHint)}
        {field("page", words.pageHint)}
        <Check
          label={words.keepQuery}
          isOn={draft.keep_query === 1}
          onChange={(isOn) => change({ keep_query: isOn ? 1 : 0 })}
        />
        <div aria-live="polite">
          {preview ? <Preview preview={preview} /> : <p class="hint">{words.previewHint}</p>}
        </div>
        <FormEnd
          action={isNew ? words.addAction : words.apply}
          sending={{ isBusy: false, isDone: false, failure: asking.failure }}
          fields={["match", "page"]}
        >
          <button class="button" type="button" disabled={asking.isBusy} onClick={ask}>
            {words.preview}
          </button>
        </FormEnd>
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: PageRulePreview }) {
  const { before, after, pages_before, pages_after, pageviews } = preview;
  if (pages_before === 0) return <p>{words.previewNone}</p>;
  return (
    <>
      <p>{words.previewSum(pages_before, pages_after, pageviews)}</p>
      <Pages title={words.before} pages={before} count={pages_before} />
      <Pages title={words.after} pages={after} count={pages_after} />
    </>
  );
}

interface PagesProps {
  readonly title: string;
  readonly pages: PageRulePreview["before"];
  readonly count: number;
}

function Pages({ title, pages, count }: PagesProps) {
  const listed = pages.slice(0, listedMax);
  return (
    <>
      <table class="rule-pages">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{words.pageViews}</th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ value, pageviews }) => (
            <tr key={value}>
              <td>
                <bdi>{value}</bdi>
              </td>
              <td>{format.count(pageviews)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > listed.length && <p class="hint">{words.more(count - listed.length)}</p>}
    </>
  );
}
