import { isReportView, type WebsiteView } from "../address/website-query.ts";
import { Link } from "../components/link.tsx";
import type { Site } from "../site/site.ts";

const viewLabels = {
  statistics: "Statistics",
  intake: "Intake",
  settings: "Settings",
} as const;
const linkedViews = ["statistics", "intake", "settings"] as const;

interface ViewLinksProps extends Pick<Site, "hrefWith"> {
  readonly view: WebsiteView;
}

/** Links to the views of a website, with the same filters and days. */
export function ViewLinks({ view, hrefWith }: ViewLinksProps) {
  const shown = isReportView(view) ? "statistics" : view === "import" ? "settings" : view;
  return (
    <nav class="views" aria-label="Views of the website">
      {linkedViews.map((name) => (
        <Link
          key={name}
          href={hrefWith({ view: name, open: undefined })}
          aria-current={name === shown ? "page" : undefined}
        >
          {viewLabels[name]}
        </Link>
      ))}
    </nav>
  );
}
