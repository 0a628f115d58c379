import { useState } from "preact/hooks";
import type { PersonLink, PersonRecord } from "../../model/person.ts";

import { useAddress } from "../address/address.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page, WebsiteRecord } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { useWebsites } from "../site/websites.ts";
import { accountWords } from "../words/account.ts";
import { accountMenuWords } from "../words/account-menu.ts";
import { format } from "../words/reader.ts";
import { grantsText } from "./grants.ts";
import { readPage, useLastPage } from "./page-number.ts";
import { LinkDialog, PersonDialog, type ShownLink } from "./person-dialog.tsx";

const words = accountWords.people;

/** The open dialog of the page. */
type Open =
  | { readonly name: "invite" }
  | { readonly name: "change" | "delete"; readonly person: PersonRecord }
  | { readonly name: "link"; readonly link: ShownLink };

/** Lists everybody who can sign in, or was invited to. */
export function PeopleView() {
  const page = readPage(useAddress().search);
  const path = `/api/v1/people?per_page=25&page=${page}`;
  const { data, isCurrent, failure, retry } = useAnswer<Page<PersonRecord>>(path);
  const websites = useWebsites().data ?? [];
  useLastPage("/account/people", isCurrent ? data?.meta : undefined);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div class="settings">
      <div class="bar-row">
        <h1>{accountMenuWords.people}</h1>
        <button class="button primary" type="button" onClick={() => setOpen({ name: "invite" })}>
          <Icon name="plus" />
          {words.invite}
        </button>
      </div>
      <section class="surface form brief" aria-label={accountMenuWords.people}>
        {failure && !data && <Notice failure={failure} onRetry={retry} />}
        {data?.meta.total === 0 && <p class="empty">{words.none}</p>}
        <ul class="entries">
          {data?.data.map((person) => (
            <Entry key={person.id} person={person} websites={websites} onOpen={setOpen} />
          ))}
        </ul>
        {data && data.meta.last_page > 1 && (
          <Pager meta={data.meta} hrefOf={(number) => `/account/people?page=${number}`} />
        )}
      </section>
      {open?.name === "link" && <LinkDialog link={open.link} onClose={close} />}
      {(open?.name === "invite" || open?.name === "change") && (
        <PersonDialog
          person={open.name === "change" ? open.person : undefined}
          onClose={close}
          onInvited={(link) => setOpen({ name: "link", link })}
        />
      )}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={accountWords.deleteTitle(open.person.name || open.person.email)}
          action={accountWords.delete}
          send={() => sendJson("DELETE", `/api/v1/people/${open.person.id}`)}
          onClose={close}
          onDone={close}
        >
          {words.deleteHint(open.person.email)}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly person: PersonRecord;
  readonly onOpen: (open: Open) => void;
}

interface EntryProps extends ActionsProps {
  /** Have the domains of what the person may see. */
  readonly websites: readonly WebsiteRecord[];
}

function Entry({ person, websites, onOpen }: EntryProps) {
  const { id, name, email, role, state, last_seen_on } = person;
  const isSelf = useMe()?.id === id;
  return (
    <li class="entry record">
      <div>
        <p>
          <strong>{name || email}</strong> <span class="badge">{words.roles[role].label}</span>
          {words.state[state] && <span class={`badge ${state}`}>{words.state[state]}</span>}
          {isSelf && <span class="badge">{accountWords.self}</span>}
        </p>
        <p class="hint">{seenText(name === "" ? "" : email, last_seen_on)}</p>
        <p class="hint">{grantsText(person, websites)}</p>
      </div>
      <Actions person={person} onOpen={onOpen} />
    </li>
  );
}

/** Returns when somebody was seen last, with the e-mail address unless it is "". */
function seenText(email: string, day: string | null): string {
  if (day === null) return email === "" ? words.notSeen : words.notSeenAt(email);
  const text = format.day(day);
  return email === "" ? words.seen(text) : words.seenAt(email, text);
}

function Actions({ person, onOpen }: ActionsProps) {
  const { id, email, state } = person;
  const name = person.name || email;
  const { isBusy, failure, wait } = useSending();
  const path = `/api/v1/people/${id}`;
  const isDisabled = state === "disabled";
  const renew = () =>
    wait(sendJson<{ data: PersonLink }>("POST", `${path}/link`), (answer) => {
      if (answer) onOpen({ name: "link", link: { ...answer.data, email } });
    });
  const switchState = () =>
    wait(sendJson("PATCH", path, { state: isDisabled ? "active" : "disabled" }), () => {});
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
  const change = () => onOpen({ name: "change", person });
  const remove = () => onOpen({ name: "delete", person });
  return (
    <div class="record-actions">
      {button(accountWords.change, accountWords.changeNamed(name), change)}
      {state === "invited" && button(words.newLink, words.newLinkFor(name), renew)}
      {state === "active" && button(words.reset, words.resetFor(name), renew)}
      {state === "active" && button(words.disable, words.disableNamed(name), switchState)}
      {state === "disabled" && button(words.enable, words.enableNamed(name), switchState)}
      {button(accountWords.delete, accountWords.deleteNamed(name), remove)}
      <p class="error" role="alert">
        {explainForm(failure)}
      </p>
    </div>
  );
}
