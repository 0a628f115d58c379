import "./cards.css";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { StatPage } from "../../model/stat.ts";
import { goTo } from "../address/address.ts";
import type { Card } from "../address/cards.ts";
import { type DimensionName, isOfDays, wordsOf } from "../address/dimension-words.ts";
import { useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { Help } from "../components/help.tsx";
import { lazy } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { Notice } from "../components/notice.tsx";
import { Tabs } from "../components/tabs.tsx";
import { useSteady } from "../components/use-steady.ts";
import { useNearness, whenIdle } from "../components/visibility.ts";
import { useSite } from "../site/site.ts";
import { cardsWords } from "../words/cards.ts";
import { format } from "../words/reader.ts";
import { BreakdownTable } from "./breakdown-table.tsx";

const WorldMap = lazy(
  () => import("../map/world-map.tsx"),
  (module) => module.WorldMap,
);

interface BreakdownProps {
  readonly card: Card;
  /** Whether the card goes while its first tab has no values. */
  readonly hidesEmpty: boolean;
}

/**
 * Shows a card with the first values of one dimension. It loads when it is near the visible area.
 */
export function Breakdown({ card, hidesEmpty }: BreakdownProps) {
  const { paths, days, query, comparison, hrefWith } = useSite();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearness(element) || hidesEmpty;
  const id = useId();
  const name = query.tabs[card.id] ?? card.tabs[0];
  const sortBy = isOfDays(name) ? "value" : "count";
  const path = statPath(paths.stats, { name, days, population: query, sortBy });
  const answer = useAnswer<StatPage>(isNear ? path : undefined);
  const { isCurrent, failure, retry } = answer;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const isCompared = comparison !== undefined && !isOfDays(name);
  const comparedPath = statPath(paths.stats, { name, days, population: query, comparison });
  const compared = useAnswer<StatPage>(
    isCompared && isCurrent && isIdle ? comparedPath : undefined,
  );
  const data = useSteady(answer.data, `${path} ${isCurrent}`, element);
  // Until the answer arrives, the previous rows stay, with the name they belong to.
  const shown = useRef<{ readonly name: DimensionName; readonly page: StatPage }>(undefined);
  if (data && isCurrent) shown.current = { name, page: data };
  const words = wordsOf(name);
  const hasTabs = card.tabs.length > 1;
  const panel = hasTabs ? { role: "tabpanel" as const, "aria-label": words.many } : {};
  const open = { name, search: "", page: 1, sort: sortBy } as const;
  const isHidden = hidesEmpty && name === card.tabs[0] && data?.meta.total === 0;
  return (
    <section
      class={card.hasMap ? "surface card tall" : "surface card"}
      ref={element}
      aria-labelledby={`${id}-title`}
      hidden={isHidden}
    >
      <header class="card-head">
        <h2 id={`${id}-title`} class={hasTabs && card.id !== "days" ? "hidden" : ""}>
          {card.title}
        </h2>
        {hasTabs && (
          <Tabs
            label={card.title}
            tabs={card.tabs.map((tab) => ({ name: tab, label: labelOf(tab) }))}
            selected={name}
            panelId={`${id}-panel`}
            onSelect={(tab) => {
              const tabs = { ...query.tabs, [card.id]: tab };
              if (tab === card.tabs[0]) delete tabs[card.id];
              goTo(hrefWith({ tabs }), { replace: true });
            }}
          />
        )}
        <Help topic={name} name={words.many} />
      </header>
      {card.hasMap && <div class="world-frame">{isNear && <WorldMap />}</div>}
      <div
        {...panel}
        class={`card-body rows-${card.rows}`}
        id={`${id}-panel`}
        data-stale={isNear && !isCurrent && !failure}
        aria-busy={!isCurrent && !failure}
      >
        {failure && !isCurrent ? (
          <Notice failure={failure} onRetry={retry} isBrief />
        ) : (
          shown.current && (
            <BreakdownTable
              {...shown.current}
              rowsMax={card.rows}
              compared={isCompared ? (compared.isCurrent && compared.data?.data) || [] : undefined}
            />
          )
        )}
      </div>
      <footer class="card-foot">
        {data && data.meta.total > 0 && (
          <Link
            class="quiet-button"
            href={hrefWith({ open })}
            aria-label={cardsWords.allNamed(format.count(data.meta.total), words.many)}
            opens
          >
            {cardsWords.all(format.count(data.meta.total))}
          </Link>
        )}
      </footer>
    </section>
  );
}

function labelOf(name: DimensionName): string {
  const { tab, many } = wordsOf(name);
  return tab ?? many;
}
