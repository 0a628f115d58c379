import { commonWords as words } from "../words/common.ts";
import { Link } from "./link.tsx";

/** Shows the product's name. For users it links to the list of websites. */
export function Mark({ isLink }: { readonly isLink: boolean }) {
  const drawing = (
    <>
      <svg class="mark-drawing" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M11 13a3.5 3.5 0 0 1 3.5 3.5v2a3.5 3.5 0 0 1-7 0v-2A3.5 3.5 0 0 1 11 13Zm0 9.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8ZM21 6a3.5 3.5 0 0 1 3.5 3.5v2a3.5 3.5 0 0 1-7 0v-2A3.5 3.5 0 0 1 21 6Zm0 9.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8Z" />
      </svg>
      <span>Footfall</span>
    </>
  );
  if (!isLink) return <span class="mark">{drawing}</span>;
  return (
    <Link class="mark" href="/" aria-label={words.home}>
      {drawing}
    </Link>
  );
}
