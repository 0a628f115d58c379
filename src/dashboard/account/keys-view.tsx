import { useState } from "preact/hooks";
import type { KeyRecord, MadeKey } from "../../model/api-key.ts";

import { useAddress } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { useWebsites } from "../site/websites.ts";
import { domainOf } from "../words/domain-of.ts";
import { format } from "../words/reader.ts";
import { timeText } from "../words/times.ts";
import { KeyDialog, SecretDialog } from "./key-dialog.tsx";
import { readPage } from "./page-number.ts";

/** The open dialog of the page. */
type Open =
  | { readonly name: "make" }
  | { readonly name: "change" | "delete"; readonly key: KeyRecord }
  | { readonly name: "secret"; readonly key: MadeKey };

/** Lists the API keys that have rights. */
export function KeysView() {
  const page = readPage(useAddress().search);
  const path = `/api/v1/keys?per_page=25&page=${page}`;
  const { data, failure, retry } = useAnswer<Page<KeyRecord>>(path);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div class="settings">
      <div class="bar-row">
        <h1>Keys</h1>
        <button class="button primary" type="button" onClick={() => setOpen({ name: "make" })}>
          <Icon name="plus" />
          Make a key
        </button>
      </div>
      <section class="surface form brief" aria-label="Keys">
        {failure && !data && <Notice failure={failure} onRetry={retry} />}
        {data?.meta.total === 0 && (
          <p class="empty">
            No keys yet. With a key, a program uses the API with the rights that you choose.
          </p>
        )}
        <ul class="entries">
          {data?.data.map((key) => (
            <Entry key={key.id} apiKey={key} onOpen={setOpen} />
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
          title={`Delete ${open.key.name}?`}
          action="Delete"
          send={() => sendJson("DELETE", `/api/v1/keys/${open.key.id}`)}
          onClose={close}
          onDone={close}
        >
          Programs that use this key are refused from then on.
        </ConfirmDialog>
      )}
    </div>
  );
}

interface EntryProps {
  readonly apiKey: KeyRecord;
  readonly onOpen: (open: Open) => void;
}

function Entry({ apiKey: key, onOpen }: EntryProps) {
  const all = useWebsites().data ?? [];
  const { name, may, websites, expires_at, created_by, last_used_on } = key;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <li class="entry record">
      <div>
        <p>
          <strong>{name}</strong>{" "}
          {may.map((right) => (
            <span key={right} class="badge">
              {right}
            </span>
          ))}
          {isOver && <span class="badge disabled">Expired</span>}
        </p>
        <p class="hint">
          {websites === "all"
            ? "All websites"
            : websites.map((id) => domainOf(all, id)).join(", ") ||
              "No website is left, so it can do nothing."}
        </p>
        <p class="hint">
          Made by {makerText(created_by)},{" "}
          {last_used_on === null ? "never used" : `last used on ${format.day(last_used_on)}`}
          {expires_at !== null && `, ${isOver ? "expired" : "expires"} on ${timeText(expires_at)}`}
        </p>
      </div>
      <div class="record-actions">
        <button class="quiet-button" type="button" onClick={() => onOpen({ name: "change", key })}>
          Change<span class="hidden"> {name}</span>
        </button>
        <button class="quiet-button" type="button" onClick={() => onOpen({ name: "delete", key })}>
          Delete<span class="hidden"> {name}</span>
        </button>
      </div>
    </li>
  );
}

function makerText({ kind, name }: KeyRecord["created_by"]): string {
  if (kind === "root") return "an API key of the server";
  return kind === "key" ? `the key ${name}` : name;
}
