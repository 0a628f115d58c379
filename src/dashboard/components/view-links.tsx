import type { Site } from "../site.ts";
import { type WebsiteView, websiteViews } from "../website-query.ts";
import { Link } from "./link.tsx";

const viewLabels: Readonly<Record<WebsiteView, string>> = {
  statistics: "Statistics",
  intake: "Intake",
  settings: "Settings",
};

interface ViewLinksProps extends Pick<Site, "hrefWith"> {
  readonly view: WebsiteView;
}

/** Links to the views of a website, with the same filters and days. */
export function ViewLinks({ view, hrefWith }: ViewLinksProps) {
  return (
    <nav class="views" aria-label="Views of the website">
      {websiteViews.map((name) => (
        <Link
          key={name}
          href={hrefWith({ view: name, open: undefined })}
          aria-current={name === view ? "page" : undefined}
        >
          {viewLabels[name]}
        </Link>
      ))}
    </nav>
  );
}
