import { useEffect, useState } from "preact/hooks";
import { pageRulesMax } from "../../model/limits.ts";
import type { PageRules } from "../../model/page-rules.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { useAnswer } from "../api/answer.ts";
import type { FieldErrors } from "../api/failure.ts";
import { type Sending, useSending } from "../api/sending.ts";
import { getTagged, sendTagged, type Tagged } from "../api/tagged.ts";
import { EntryActions } from "../components/entry-actions.tsx";
import { focusBeside } from "../components/focus-beside.ts";
import { FormEnd } from "../components/form-end.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { useUnsaved } from "../components/use-unsaved.ts";
import { moved } from "../reports/matcher-draft.ts";
import { commonWords } from "../words/common.ts";
import { pageNamesWords as words } from "../words/page-names.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { draftsOf, newRule, type RuleDraft, ruleOf } from "./rule-draft.ts";
import { Suggestions } from "./rule-suggestions.tsx";

/** Shows the rules that give pages of a website other names, which are saved as a whole. */
export function PageNames({ record: { id } }: { readonly record: WebsiteRecord }) {
  const path = `/api/v1/websites/${id}/page-rules`;
  const { data, failure, retry } = useAnswer<Tagged<PageRules>>(path, getTagged);
  if (data) return <RulesForm key={id} websiteId={id} path={path} newest={data} />;
  return failure ? <Notice failure={failure} onRetry={retry} /> : null;
}

interface RulesFormProps {
  readonly websiteId: number;
  readonly path: string;
  /** The rules as the server has them. A list that was changed keeps what it began with. */
  readonly newest: Tagged<PageRules>;
}

function RulesForm({ websiteId, path, newest }: RulesFormProps) {
  const list = useRules(newest);
  const { rules, change, sending, isUnsaved, show } = list;
  const [open, setOpen] = useState<RuleDraft>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { rules: rules.map(ruleOf) };
    sending.wait(sendTagged<PageRules>("PUT", path, body, list.tag), show);
  };
  const isFull = rules.length >= pageRulesMax;
  return (
    <>
      <form class="surface form brief" aria-label={words.title} onSubmit={submit}>
        <div class="section-head">
          <h2>{words.title}</h2>
          <button class="button" type="button" disabled={isFull} onClick={() => setOpen(newRule())}>
            <Icon name="plus" />
            {words.add}
          </button>
        </div>
        <p class="hint">{words.hint}</p>
        {rules.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <RuleList rules={rules} errors={sending.errors} onChange={change} onOpen={setOpen} />
        )}
        {!isFull && (
          <Suggestions
            path={path}
            rules={rules}
            onUse={(rule) => change([...rules, newRule(rule)])}
          />
        )}
        <RulesEnd
          sending={sending}
          isUnsaved={isUnsaved()}
          websiteId={websiteId}
          onShow={() => sending.wait(getTagged<PageRules>(path), show)}
        />
      </form>
      {open && (
        <RuleDialog
          rule={open}
          isNew={!rules.some(({ id }) => id === open.id)}
          path={path}
          onClose={() => setOpen(undefined)}
          onDone={(rule) => {
            const i = rules.findIndex(({ id }) => id === rule.id);
            change(i === -1 ? [...rules, rule] : rules.with(i, rule));
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}

/** Returns the rules of a form: those of the server, and what somebody made of them. */
function useRules(newest: Tagged<PageRules>) {
  const sending = useSending();
  const [{ record, tag }, setBase] = useState(newest);
  const [rules, setRules] = useState(() => draftsOf(newest.record));
  const isUnsaved = () => JSON.stringify(rules.map(ruleOf)) !== JSON.stringify(record.rules);
  useUnsaved(isUnsaved);
  const show = (tagged: Tagged<PageRules>) => {
    setBase(tagged);
    setRules(draftsOf(tagged.record));
  };
  useEffect(() => {
    if (!isUnsaved()) show(newest);
  }, [newest]);
  const change = (changed: readonly RuleDraft[]) => {
    sending.touch();
    setRules(changed);
  };
  return { rules, change, sending, isUnsaved, show, tag };
}

interface RulesEndProps {
  readonly sending: Sending;
  readonly isUnsaved: boolean;
  readonly websiteId: number;
  readonly onShow: () => void;
}

/** Ends the form once something has changed: the settings above have a button of their own. */
function RulesEnd({ sending, isUnsaved, websiteId, onShow }: RulesEndProps) {
  const { isBusy, isDone, failure, errors } = sending;
  if (!isUnsaved && !isBusy && !isDone && !failure) return null;
  const isChanged = failure?.code === "CHANGED_MEANWHILE";
  return (
    <>
      {isChanged && <ChangedMeanwhile websiteId={websiteId} onShow={onShow} />}
      <FormEnd
        action={commonWords.save}
        sending={isChanged ? { ...sending, failure: undefined } : sending}
        done={commonWords.saved}
        fields={Object.keys(errors).filter((name) => name.startsWith("rules."))}
      >
        <p role="status">{isUnsaved && words.notSaved}</p>
      </FormEnd>
    </>
  );
}

interface RuleListProps {
  readonly rules: readonly RuleDraft[];
  readonly errors: FieldErrors;
  readonly onChange: (rules: readonly RuleDraft[]) => void;
  readonly onOpen: (rule: RuleDraft) => void;
}

function RuleList({ rules, errors, onChange, onOpen }: RuleListProps) {
  const move = (i: number, by: -1 | 1, label: string, named: string) => (
    <button
      class="quiet-button"
      type="button"
      aria-label={named}
      disabled={rules[i + by] === undefined}
      onClick={() => onChange(moved(rules, i, by))}
    >
      {label}
    </button>
  );
  return (
    <ol class="entries">
      {rules.map((rule, i) => (
        <li key={rule.id}>
          <div class="entry record">
            <RuleText rule={rule} />
            <EntryActions
              name={rule.match}
              onOpen={(dialog) => {
                if (dialog === "change") return onOpen(rule);
                focusBeside(document.activeElement?.closest("li") ?? null);
                onChange(rules.toSpliced(i, 1));
              }}
            >
              {move(i, -1, words.up, words.upNamed(rule.match))}
              {move(i, 1, words.down, words.downNamed(rule.match))}
            </EntryActions>
          </div>
          <p class="error">
            {["match", "page"].flatMap((name) => errors[`rules.${i}.${name}`] ?? []).join(" ")}
          </p>
        </li>
      ))}
    </ol>
  );
}

function RuleText({ rule: { match, page, keep_query: keepsQuery } }: { readonly rule: RuleDraft }) {
  return (
    <div>
      <p>
        <strong>
          <bdi>{match}</bdi>
        </strong>
      </p>
      <p class="hint">{keepsQuery === 1 ? words.becomes(page) : words.becomesBare(page)}</p>
    </div>
  );
}
