import type { PageMeta } from "../../model/page.ts";
import { commonWords as words } from "../words/common.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

interface PagerProps {
  readonly meta: PageMeta;
  readonly hrefOf: (page: number) => string;
}

/** Shows the position in a list, and links to the previous and the next page. */
export function Pager({ meta, hrefOf }: PagerProps) {
  const { current_page: page, last_page: last, from, to, total } = meta;
  return (
    <nav class="pager" aria-label={words.pages}>
      <span role="status">
        {from === null || to === null ? words.total(total) : words.shown(from, to, total)}
      </span>
      {(last > 1 || page > 1) && (
        <>
          <PageLink
            label={words.previousPage}
            icon="back"
            href={page > 1 ? hrefOf(Math.min(page - 1, last)) : ""}
          />
          <PageLink
            label={words.nextPage}
            icon="forward"
            href={page < last ? hrefOf(page + 1) : ""}
          />
        </>
      )}
    </nav>
  );
}

interface PageLinkProps {
  readonly label: string;
  readonly icon: "back" | "forward";
  /** Empty if there is no such page. */
  readonly href: string;
}

function PageLink({ label, icon, href }: PageLinkProps) {
  if (href === "") {
    return (
      <span class="icon-button off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <Link class="icon-button" href={href} replace aria-label={label}>
      <Icon name={icon} />
    </Link>
  );
}
