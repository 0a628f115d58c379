import { useEffect, useState } from "preact/hooks";
import { useAddress } from "./address/address.ts";
import { MeProvider, useCaller } from "./api/caller.ts";
import { linkPaths, sharedPaths } from "./api/paths.ts";
import { onSignedOut } from "./api/signed-out.ts";
import { lazy, pageToCome } from "./components/lazy.tsx";
import { PaletteKey } from "./palette/palette-key.tsx";
import { NotFoundPage } from "./views/not-found.tsx";
import { LinkedWebsite, SharedWebsite, UserWebsite } from "./views/website.tsx";
import { noPageWords } from "./words/no-page.ts";

const Gate = lazy(
  () => import("./views/gates.tsx"),
  (module) => module.Gate,
);
const SignedOut = lazy(
  () => import("./views/gates.tsx"),
  (module) => module.SignedOutDialog,
);
const WebsitesPage = lazy(
  () => import("./websites/websites-view.tsx"),
  (module) => module.WebsitesPage,
  pageToCome,
);
const AccountPage = lazy(
  () => import("./views/user-views.tsx"),
  (module) => module.OwnAccount,
  pageToCome,
);

/** Renders the page that the server chose. */
export function App({ view }: { readonly view: string }) {
  const { path } = useAddress();
  // Domains are stored in lower case and punycode, so there is nothing to decode.
  const domain = path.slice(1).replace(/\/$/, "").toLowerCase();
  const token = /^\/share\/([^/]+)/.exec(path)?.[1];
  switch (view) {
    case "sign-in":
    case "invitation":
    case "reset":
    case "start":
      return <Gate view={view} />;
    case "websites":
    case "account":
    case "owner":
      return <OwnPages path={domain} />;
    case "shared":
      return token === undefined ? (
        <SharedWebsite domain={domain} />
      ) : (
        <LinkedWebsite key={token} token={token} />
      );
    case "locked":
      return token === undefined ? (
        <Gate view="locked" title={domain} path={sharedPaths(domain).website} />
      ) : (
        <Gate view="locked" title={noPageWords.shared} path={linkPaths(token).website} />
      );
    default:
      return <NotFoundPage isUser={false} />;
  }
}

/** Shows the pages between which callers move without reloading. */
function OwnPages({ path }: { readonly path: string }) {
  const me = useCaller();
  const isAccount = path === "account" || path.startsWith("account/");
  const page =
    path === "" ? (
      <WebsitesPage />
    ) : isAccount ? (
      <AccountPage path={`/${path}`} />
    ) : (
      <UserWebsite key={path} domain={path} />
    );
  const [isSignedOut, setSignedOut] = useState(false);
  const isKnown = me !== undefined;
  useEffect(() => (isKnown ? onSignedOut(() => setSignedOut(true)) : undefined), [isKnown]);
  return (
    <MeProvider value={me}>
      {page}
      {(path === "" || isAccount) && <PaletteKey />}
      {isSignedOut && me && <SignedOut me={me} onDone={() => setSignedOut(false)} />}
    </MeProvider>
  );
}
