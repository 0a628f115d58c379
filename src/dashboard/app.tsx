import { useAddress } from "./address/address.ts";
import { LockedPage } from "./views/locked.tsx";
import { NotFoundPage } from "./views/not-found.tsx";
import { SignInPage } from "./views/sign-in.tsx";
import { OwnedWebsite, SharedWebsite } from "./views/website.tsx";
import { WebsitesPage } from "./websites/websites-view.tsx";

/** Renders the page that the server chose. Owners move between pages without reloading. */
export function App({ view }: { readonly view: string }) {
  const { path } = useAddress();
  // Domains are stored in lower case and punycode, so there is nothing to decode.
  const domain = path.slice(1).replace(/\/$/, "").toLowerCase();
  switch (view) {
    case "sign-in":
      return <SignInPage />;
    case "websites":
    case "owner":
      return domain === "" ? <WebsitesPage /> : <OwnedWebsite key={domain} domain={domain} />;
    case "shared":
      return <SharedWebsite domain={domain} />;
    case "locked":
      return <LockedPage domain={domain} />;
    default:
      return <NotFoundPage isOwner={false} />;
  }
}
