import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { Mark } from "./mark.tsx";

interface PageFrameProps {
  /** Of the window. */
  readonly title: string;
  readonly isOwner: boolean;
  /** Beside the name of the product. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The server says so, of pages whose numbers are made up. */
const isDemo = document.documentElement.dataset["demo"] !== undefined;

/** What every page has: a head, its content, and whom the numbers and places come from. */
export function PageFrame({ title, isOwner, head, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title === "" ? "Footfall" : `${title} · Footfall`;
  }, [title]);
  return (
    <div class="frame">
      {isDemo && (
        <aside class="demo" aria-label="About this Footfall">
          Demo with made-up traffic
        </aside>
      )}
      <header class="head">
        <Mark isLink={isOwner} />
        {head}
      </header>
      <main tabIndex={-1}>{children}</main>
      <footer class="foot">
        <span>Exact counts by Footfall. No cookies; visitors are forgotten each day.</span>
        <a href="https://db-ip.com" rel="noopener">
          IP Geolocation by DB-IP
        </a>
      </footer>
    </div>
  );
}
