import { useState } from "preact/hooks";
import type { KeyRecord, MadeKey } from "../../model/api-key.ts";

import { useAddress } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page, WebsiteRecord } from "../api/answers.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords } from "../words/account.ts";
import { accountMenuWords } from "../words/account-menu.ts";
import { format } from "../words/reader.ts";
import { timeText } from "../words/times.ts";
import { domainOf } from "./domain-of.ts";
import { KeyDialog, SecretDialog } from "./key-dialog.tsx";
import { readPage, useLastPage } from "./page-number.ts";

const words = accountWords.keys;

/** The open dialog of the page. */
type Open =
  | { readonly name: "make" }
  | { readonly name: "change" | "delete"; readonly key: KeyRecord }
  | { readonly name: "secret"; readonly key: MadeKey };

/** Lists the API keys that have rights. */
export function KeysView() {
  const page = readPage(useAddress().search);
  const path = `/api/v1/keys?per_page=25&page=${page}`;
  const { data, isCurrent, failure, retry } = useAnswer<Page<KeyRecord>>(path);
  const websites = useWebsites().data ?? [];
  useLastPage("/account/keys", isCurrent ? data?.meta : undefined);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div class="settings">
      <div class="bar-row">
        <h1>{accountMenuWords.keys}</h1>
        <button class="button primary" type="button" onClick={() => setOpen({ name: "make" })}>
          <Icon name="plus" />
          {words.make}
        </button>
      </div>
      <section class="surface form brief" aria-label={accountMenuWords.keys}>
        {failure && !data && <Notice failure={failure} onRetry={retry} />}
        {data?.meta.total === 0 && <p class="empty">{words.none}</p>}
        <ul class="entries">
          {data?.data.map((key) => (
            <Entry key={key.id} apiKey={key} all={websites} onOpen={setOpen} />
          ))}
        </ul>
        {data && data.meta.last_page > 1 && (
          <Pager meta={data.meta} hrefOf={(number) => `/account/keys?page=${number}`} />
        )}
      </section>
      {open?.name === "secret" && <SecretDialog made={open.key} onClose={close} />}
      {(open?.name === "make" || open?.name === "change") && (
        <KeyDialog
          apiKey={open.name === "change" ? open.key : undefined}
          onClose={close}
          onMade={(key) => setOpen({ name: "secret", key })}
        />
      )}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={accountWords.deleteTitle(open.key.name)}
          action={accountWords.delete}
          send={() => sendJson("DELETE", `/api/v1/keys/${open.key.id}`)}
          onClose={close}
          onDone={close}
        >
          {words.deleteHint}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface EntryProps {
  readonly apiKey: KeyRecord;
  /** The websites that the caller sees. */
  readonly all: readonly WebsiteRecord[];
  readonly onOpen: (open: Open) => void;
}

function Entry({ apiKey: key, all, onOpen }: EntryProps) {
  const { name, may, websites, expires_at, created_by, last_used_on } = key;
  const { kind } = created_by;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <li class="entry record">
      <div>
        <p>
          <strong>{name}</strong>{" "}
          {may.map((right) => (
            <span key={right} class="badge">
              {words.right[right].label}
            </span>
          ))}
          {isOver && <span class="badge disabled">{words.isOver}</span>}
        </p>
        <p class="hint">
          {websites === "all"
            ? accountWords.allWebsites
            : words.websites(websites.map((id) => domainOf(all, id))) || words.noWebsite}
        </p>
        <p class="hint">{words.maker[kind](created_by.name)}</p>
        <p class="hint">
          {last_used_on === null ? words.neverUsed : words.lastUsed(format.day(last_used_on))}
        </p>
        {expires_at !== null && (
          <p class="hint">
            {isOver ? words.expired(timeText(expires_at)) : words.expires(timeText(expires_at))}
          </p>
        )}
      </div>
      <EntryActions name={name} onOpen={(each) => onOpen({ name: each, key })} />
    </li>
  );
}
