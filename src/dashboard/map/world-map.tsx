import "./world-map.css";
import { useMemo, useState } from "preact/hooks";
import type { Stat } from "../../model/stat.ts";
import { goTo } from "../address/address.ts";
import { exactly, hasFilter, toggleFilter } from "../address/filters.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { statPath } from "../api/paths.ts";
import { withNodes } from "../components/with-nodes.ts";
import { useSite } from "../site/site.ts";
import { mapWords as words } from "../words/map.ts";
import { format } from "../words/reader.ts";
import { valueText } from "../words/values.ts";
import shapes from "./shapes.json";
import { levelOfShare, shareLevels } from "./share-level.ts";

const dotRadius = 5;

/**
 * Shows the visitors of each country by colour. A click on a country selects its visitors. Screen
 * readers and keyboards have the list of countries instead.
 */
export function WorldMap() {
  const { paths, days, query, hrefWith } = useSite();
  const path = statPath(paths.stats, { name: "country", days, population: query, perPage: 100 });
  const { data, isCurrent, failure } = useAnswer<readonly Stat[]>(path, getAllPages);
  const [pointed, setPointed] = useState<string>();
  const countries = useMemo(() => new Map(data?.map((stat) => [stat.code ?? "", stat])), [data]);
  const total = useMemo(() => (data ?? []).reduce((sum, { count }) => sum + count, 0), [data]);
  const filterOf = ({ value }: Stat) => ({ name: "country", value: exactly(value) }) as const;
  const chosen = (data ?? []).filter((stat) => hasFilter(query.filters, filterOf(stat)));
  const chosenCodes = chosen.map(({ code }) => code).join(" ");
  const drawing = useMemo(
    () => <Countries countries={countries} total={total} chosen={chosenCodes.split(" ")} />,
    [countries, total, chosenCodes],
  );
  const choose = (code: string | undefined) => {
    const country = countries.get(code ?? "");
    if (country === undefined) return;
    goTo(hrefWith({ filters: toggleFilter(query.filters, filterOf(country)) }));
  };
  const shown = countries.get(pointed ?? "");
  return (
    <div class="world" data-stale={!isCurrent && !failure}>
      <svg
        class="world-map"
        viewBox={`0 0 ${shapes.width} ${shapes.height}`}
        aria-hidden="true"
        onClick={({ target }) => choose(codeOf(target))}
        onPointerMove={({ target }) => setPointed(codeOf(target))}
        onPointerLeave={() => setPointed(undefined)}
      >
        {drawing}
      </svg>
      <div class="world-foot" aria-hidden="true">
        {shown ? (
          <span>
            {withNodes(
              (name) =>
                words.country(name, shown.count, format.percent(shown.count / Math.max(total, 1))),
              <strong>{valueText("country", shown.value)}</strong>,
            )}
          </span>
        ) : (
          <Legend />
        )}
      </div>
    </div>
  );
}

/** Returns the country that a part of the drawing shows. */
function codeOf(target: EventTarget | null): string | undefined {
  return target instanceof SVGElement ? target.dataset["code"] : undefined;
}

interface CountriesProps {
  readonly countries: ReadonlyMap<string, Stat>;
  readonly total: number;
  readonly chosen: readonly string[];
}

/** Draws all countries. Of those that are too small, it draws the ones with visitors, as dots. */
function Countries({ countries, total, chosen }: CountriesProps) {
  const levelOf = (code: string) => {
    const country = countries.get(code);
    return country === undefined ? 0 : levelOfShare(country.count / Math.max(total, 1));
  };
  const propsOf = (code: string) => ({
    key: code,
    class: `level-${levelOf(code)}${chosen.includes(code) ? " picked" : ""}`,
    "data-code": code,
  });
  return (
    <>
      {Object.entries(shapes.shapes).map(([code, path]) => (
        <path {...propsOf(code)} key={code} d={path} />
      ))}
      {Object.entries(shapes.dots).map(([code, place]) => {
        const [x = "", y = ""] = place.split(" ");
        if (!countries.has(code)) return null;
        return <circle {...propsOf(code)} key={code} cx={x} cy={y} r={dotRadius} />;
      })}
    </>
  );
}

/** Tells which share of the visitors each colour stands for. */
function Legend() {
  return (
    <ul class="world-legend">
      {shareLevels.map((share, index) => (
        <li key={share}>
          <span class={`swatch level-${index + 1}`} />
          {index === 0
            ? words.under(format.percent(shareLevels[1]))
            : words.from(format.percent(share))}
        </li>
      ))}
    </ul>
  );
}
