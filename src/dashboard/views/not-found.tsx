import { withBasePath } from "../address/server-address.ts";
import { PageFrame } from "../components/page-frame.tsx";

/**
 * Says that the page does not exist. Private websites show it, too, so that nobody learns of them.
 */
export function NotFoundPage({ isOwner }: { readonly isOwner: boolean }) {
  return (
    <PageFrame title="Not found" isOwner={isOwner}>
      <section class="gate">
        <h1>Page not found</h1>
        <p>
          {isOwner
            ? "You have no website with this domain."
            : "There are no public statistics at this address. If the website is yours, sign in."}
        </p>
        <a class="button" href={withBasePath("/")}>
          {isOwner ? "All websites" : "Sign in"}
        </a>
      </section>
    </PageFrame>
  );
}
