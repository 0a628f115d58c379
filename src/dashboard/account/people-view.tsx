import { useState } from "preact/hooks";
import type { PersonLink, PersonRecord } from "../../model/person.ts";

import type { WebsiteRecord } from "../../model/website.ts";
import { useMe } from "../api/caller.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import type { EntryDialog } from "../components/entries.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords } from "../words/account.ts";
import { entriesWords } from "../words/entries.ts";
import { format } from "../words/reader.ts";
import { AccountEntries } from "./account-entries.tsx";
import { grantsText } from "./grants.ts";
import { LinkDialog, PersonDialog, type ShownLink } from "./person-dialog.tsx";

const words = accountWords.people;

/** Lists everybody who can sign in, or was invited to. */
export function PeopleView() {
  const websites = useWebsites().data ?? [];
  const [link, setLink] = useState<ShownLink>();
  return (
    <>
      <AccountEntries<PersonRecord>
        list="people"
        add={words.invite}
        none={words.none}
        nameOf={nameOf}
        deleteHint={({ email }) => words.deleteHint(email)}
        entry={(person, onOpen) => (
          <Entry person={person} websites={websites} onOpen={onOpen} onLink={setLink} />
        )}
        dialog={(person, ends) => <PersonDialog person={person} {...ends} />}
      />
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}

function nameOf({ name, email }: PersonRecord): string {
  return name || email;
}

interface ActionsProps {
  readonly person: PersonRecord;
  readonly onOpen: (dialog: EntryDialog) => void;
  /** Is called with a new link for the person. */
  readonly onLink: (link: ShownLink) => void;
}

interface EntryProps extends ActionsProps {
  /** Have the domains of what the person may see. */
  readonly websites: readonly WebsiteRecord[];
}

function Entry({ person, websites, ...actions }: EntryProps) {
  const { id, name, email, role, state, last_seen_on } = person;
  const isSelf = useMe()?.id === id;
  return (
    <div class="entry record">
      <div>
        <p>
          <strong>{nameOf(person)}</strong> <span class="badge">{words.roles[role].label}</span>
          {words.state[state] && <span class={`badge ${state}`}>{words.state[state]}</span>}
          {isSelf && <span class="badge">{accountWords.self}</span>}
        </p>
        <p class="hint">{seenText(name === "" ? "" : email, last_seen_on)}</p>
        <p class="hint">{grantsText(person, websites)}</p>
      </div>
      <Actions person={person} {...actions} />
    </div>
  );
}

/** Returns when somebody was seen last, with the e-mail address unless it is "". */
function seenText(email: string, day: string | null): string {
  if (day === null) return email === "" ? words.notSeen : words.notSeenAt(email);
  const text = format.day(day);
  return email === "" ? words.seen(text) : words.seenAt(email, text);
}

function Actions({ person, onOpen, onLink }: ActionsProps) {
  const { id, email, state } = person;
  const name = nameOf(person);
  const { isBusy, failure, wait } = useSending();
  const path = `/api/v1/people/${id}`;
  const isDisabled = state === "disabled";
  const renew = () =>
    wait(sendJson<{ data: PersonLink }>("POST", `${path}/link`), (answer) => {
      if (answer) onLink({ ...answer.data, email });
    });
  const switchState = () =>
    wait(sendJson("PATCH", path, { state: isDisabled ? "active" : "disabled" }));
  const button = (label: string, fullLabel: string, onClick: () => void) => (
    <button
      class="quiet-button"
      type="button"
      aria-label={fullLabel}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <div class="record-actions">
      {button(entriesWords.change, entriesWords.changeNamed(name), () => onOpen("change"))}
      {state === "invited" && button(words.newLink, words.newLinkFor(name), renew)}
      {state === "active" && button(words.reset, words.resetFor(name), renew)}
      {state === "active" && button(words.disable, words.disableNamed(name), switchState)}
      {state === "disabled" && button(words.enable, words.enableNamed(name), switchState)}
      {button(entriesWords.delete, entriesWords.deleteNamed(name), () => onOpen("delete"))}
      <p class="error" role="alert">
        {explainForm(failure)}
      </p>
    </div>
  );
}
