import type { KeyRecord } from "../../model/api-key.ts";
import type { AuditRecord, PersonRecord } from "../../model/person.ts";

import { goTo, useAddress } from "../address/address.ts";
import { isDay } from "../address/calendar-day.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { Notice } from "../components/notice.tsx";
import { Pager } from "../components/pager.tsx";
import { withNodes } from "../components/with-nodes.ts";
import { useWebsites } from "../site/websites.ts";
import { auditWords as words } from "../words/audit.ts";
import { timeText } from "../words/reader.ts";
import { type AuditNames, actorText, auditText, changesOf } from "./audit-texts.ts";
import { readPage } from "./page-number.ts";

/** The days and the page of the list, as the address has them. */
interface AuditQuery {
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

/** Lists who changed what. */
export function AuditView() {
  const query = readQuery(useAddress().search);
  const { data, isCurrent, failure, retry } = useAnswer<Page<AuditRecord>>(
    `/api/v1/audit${paramsOf(query)}`,
  );
  const names = useNames();
  return (
    <div class="settings">
      <div class="bar-row">
        <h1>{words.title}</h1>
        <DaysFields query={query} />
      </div>
      <section
        class="surface form brief"
        aria-label={words.changes}
        data-stale={!isCurrent && !failure}
      >
        <p class="hint">{words.hint}</p>
        {failure && !isCurrent && <Notice failure={failure} onRetry={retry} />}
        {data?.data.length === 0 && <p class="empty">{words.none}</p>}
        <ul class="entries">
          {data?.data.map((record) => (
            <Entry key={`${record.at} ${record.what}`} record={record} names={names} />
          ))}
        </ul>
        {data && data.meta.last_page > 1 && (
          <Pager
            meta={data.meta}
            hrefOf={(page) => `/account/audit${paramsOf({ ...query, page })}`}
          />
        )}
      </section>
    </div>
  );
}

interface EntryProps {
  readonly record: AuditRecord;
  readonly names: AuditNames;
}

function Entry({ record, names }: EntryProps) {
  const changes = changesOf(record, names);
  return (
    <li class="entry record">
      <div>
        <p>
          {withNodes(
            (who) => auditText(record, names, who),
            <strong>{actorText(record.who)}</strong>,
          )}
        </p>
        {changes.map((change) => (
          <p key={change} class="hint">
            {change}
          </p>
        ))}
      </div>
      <time class="muted" dateTime={record.at}>
        {timeText(record.at)}
      </time>
    </li>
  );
}

function DaysFields({ query }: { readonly query: AuditQuery }) {
  const { from, to } = query;
  const show = (change: Partial<AuditQuery>) =>
    goTo(`/account/audit${paramsOf({ ...query, page: 1, ...change })}`, { replace: true });
  const day = (name: "from" | "to", label: string, limits: { min?: string; max?: string }) => (
    <label>
      <span>{label}</span>
      <input
        class="input"
        type="date"
        value={query[name]}
        {...limits}
        onChange={({ currentTarget: { value } }) => {
          if (value === "" || isDay(value)) show({ [name]: value });
        }}
      />
    </label>
  );
  return (
    <div class="account-days">
      {day("from", words.from, to === "" ? {} : { max: to })}
      {day("to", words.to, from === "" ? {} : { min: from })}
    </div>
  );
}

/** Fetches the names of what entries tell by ids. */
function useNames(): AuditNames {
  const people = useAnswer<readonly PersonRecord[]>("/api/v1/people?per_page=100", getAllPages);
  const keys = useAnswer<readonly KeyRecord[]>("/api/v1/keys?per_page=100", getAllPages);
  const websites = useWebsites();
  return { websites: websites.data ?? [], people: people.data ?? [], keys: keys.data ?? [] };
}

function readQuery(search: string): AuditQuery {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  const isFrom = isDay(from);
  const isTo = isDay(to) && !(isFrom && from > to);
  return { from: isFrom ? from : "", to: isTo ? to : "", page: readPage(search) };
}

function paramsOf({ from, to, page }: AuditQuery): string {
  const params = new URLSearchParams();
  if (from !== "") params.set("from", from);
  if (to !== "") params.set("to", to);
  if (page > 1) params.set("page", String(page));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
