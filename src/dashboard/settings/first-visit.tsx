import "./settings.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TrackingCheck } from "../../model/uncounted.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { refreshAnswers } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { Icon } from "../components/icon.tsx";
import { useTicks } from "../components/visibility.ts";
import { trackingWords as words } from "../words/tracking.ts";
import { lastEventText, notCountedText, useTrackingCheck, useUnknownWebsites } from "./arrivals.ts";
import { TrackingCode } from "./tracking-code.tsx";

/** An event is in answers two seconds after it has arrived, and the page must show it in five. */
const pollMs = 2_000;

type LastEvent = NonNullable<TrackingCheck["last"]>;

/**
 * Waits for the first visit of a website, with the tracking code and what came but did not count.
 * Once there is one, it shows the visit, and has everything else on the page fetched again.
 */
export function FirstVisit({ record }: { readonly record: WebsiteRecord }) {
  const [isClosed, setClosed] = useState(false);
  const first = useRef<LastEvent>(undefined);
  const { data } = useTrackingCheck(first.current ? undefined : record.id, pollMs);
  if (data?.data.last && first.current === undefined) first.current = data.data.last;
  const hasCome = first.current !== undefined;
  useEffect(() => {
    if (hasCome) refreshAnswers();
  }, [hasCome]);
  if (isClosed) return null;
  return (
    <section class="surface form first-visit" aria-label={words.firstVisit}>
      <p class="hidden" role="status">
        {hasCome ? words.worksBriefly : words.waiting(record.domain_unicode)}
      </p>
      {first.current ? (
        <Visit last={first.current} onClose={() => setClosed(true)} />
      ) : (
        <Waiting record={record} check={data?.data} />
      )}
    </section>
  );
}

interface VisitProps {
  readonly last: LastEvent;
  readonly onClose: () => void;
}

function Visit({ last, onClose }: VisitProps) {
  useTicks(1_000);
  return (
    <div class="first-visit-line">
      <Icon name="check" />
      <p>{words.works(lastEventText(last))}</p>
      <button class="icon-button" type="button" aria-label={words.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

interface WaitingProps {
  readonly record: WebsiteRecord;
  readonly check: TrackingCheck | undefined;
}

function Waiting({ record, check }: WaitingProps) {
  const domain = record.domain_unicode;
  const unknown = useUnknownWebsites(may(useMe(), "create"), pollMs).data?.data ?? [];
  // An earlier event cannot be a typo of a website that was not there.
  const since = Date.parse(record.created_at);
  const others = [
    ...(check?.not_counted.map(notCountedText) ?? []),
    ...unknown
      .filter((each) => Date.parse(each.last_at) >= since)
      .map((each) => words.unknown(each.events, each.name)),
  ];
  return (
    <>
      <div class="first-visit-line">
        <span class="live-dot waiting" aria-hidden="true" />
        <h2>{words.waiting(domain)}</h2>
      </div>
      <p class="hint">{words.waitingHint(domain)}</p>
      {domain.includes(".") && <p class="hint">{words.localHint}</p>}
      <TrackingCode record={record} />
      {others.length > 0 && (
        <div role="status">
          <h3>{words.notCounted}</h3>
          <ul class="plain-list">
            {others.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
