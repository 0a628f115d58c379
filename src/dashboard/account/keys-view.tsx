import type { KeyRecord } from "../../model/api-key.ts";

import type { WebsiteRecord } from "../../model/website.ts";
import type { EntryDialog } from "../components/entries.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords } from "../words/account.ts";
import { format, timeText } from "../words/reader.ts";
import { AccountEntries } from "./account-entries.tsx";
import { domainOf } from "./domain-of.ts";
import { KeyDialog } from "./key-dialog.tsx";

const words = accountWords.keys;

/** Lists the API keys that have rights. */
export function KeysView() {
  const websites = useWebsites().data ?? [];
  return (
    <AccountEntries<KeyRecord>
      list="keys"
      add={words.make}
      none={words.none}
      nameOf={({ name }) => name}
      deleteHint={() => words.deleteHint}
      entry={(key, onOpen) => <Entry apiKey={key} all={websites} onOpen={onOpen} />}
      dialog={(key, ends) => <KeyDialog apiKey={key} {...ends} />}
    />
  );
}

interface EntryProps {
  readonly apiKey: KeyRecord;
  /** The websites that the caller sees. */
  readonly all: readonly WebsiteRecord[];
  readonly onOpen: (dialog: EntryDialog) => void;
}

function Entry({ apiKey: key, all, onOpen }: EntryProps) {
  const { name, may, websites, expires_at, created_by, last_used_on } = key;
  const { kind } = created_by;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <div class="entry record">
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
      <EntryActions name={name} onOpen={onOpen} />
    </div>
  );
}
