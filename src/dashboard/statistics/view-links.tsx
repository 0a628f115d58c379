import { useEffect, useRef } from "preact/hooks";
import { isReportView, type WebsiteView } from "../address/website-query.ts";
import { Link } from "../components/link.tsx";
import { showCurrent } from "../components/show-current.ts";
import type { Site } from "../site/site.ts";
import { viewWords } from "../words/views.ts";

const linkedViews = {
  ofWriters: ["statistics", "tracking-check", "sharing", "notifications", "settings"],
  ofReaders: ["statistics", "tracking-check", "import"],
  ofBoth: ["statistics", "tracking-check"],
} as const;

interface ViewLinksProps extends Pick<Site, "hrefWith"> {
  /** Whether the caller may change the website; undefined until it is known. */
  readonly mayWrite: boolean | undefined;
  readonly view: WebsiteView;
}

/** Links to the views of a website, with the same filters and days. */
export function ViewLinks({ view, mayWrite, hrefWith }: ViewLinksProps) {
  const { ofBoth, ofWriters, ofReaders } = linkedViews;
  const views = mayWrite === undefined ? ofBoth : mayWrite ? ofWriters : ofReaders;
  const isInSettings = mayWrite && (view === "import" || view === "what-counts");
  const shown = isReportView(view) ? "statistics" : isInSettings ? "settings" : view;
  const list = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(list.current), [shown, mayWrite]);
  return (
    <nav class="views" aria-label={viewWords.label} ref={list}>
      {views.map((name) => (
        <Link
          key={name}
          href={hrefWith({ view: name, open: undefined })}
          aria-current={name === shown ? "page" : undefined}
        >
          {viewWords[name]}
        </Link>
      ))}
    </nav>
  );
}
