import { href as browsers } from "virtual:icons/browser";
import { href as countries } from "virtual:icons/country";
import { href as systems } from "virtual:icons/operating_system";
import { href as sources } from "virtual:icons/source";
import { useEffect } from "preact/hooks";
import { whenIdle } from "../components/visibility.ts";

/** The style sheets with the icons of values, by dimension. */
const sheets: Readonly<Record<string, string>> = {
  country: countries,
  browser: browsers,
  operating_system: systems,
  source: sources,
};
const loaded = new Set<string>();

/** Loads a style sheet once. A page without it has no icons, and nothing moves when it comes. */
function load(href: string): void {
  if (loaded.has(href)) return;
  loaded.add(href);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

interface ValueIconProps {
  readonly name: string;
  /** The value, or its code if it has one; undefined for values that stand for none. */
  readonly icon: string | undefined;
  readonly text: string;
}

/** Shows the icon of a value, or its first letter, once the page is idle. */
export function ValueIcon({ name, icon, text }: ValueIconProps) {
  const sheet = sheets[name];
  useEffect(() => {
    if (sheet !== undefined) whenIdle(() => load(sheet));
  }, [sheet]);
  return sheet === undefined ? null : (
    <span
      class="value-icon"
      data-kind={icon && name}
      data-icon={icon}
      data-letter={[...text][0]}
      aria-hidden="true"
    />
  );
}
