import "./account-menu.css";
import { withBasePath } from "../address/server-address.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { sendJson } from "../api/request.ts";
import { openPalette } from "../palette/palette-press.ts";
import { accountMenuWords as words } from "../words/account-menu.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import { Popover } from "./popover.tsx";

/** The pages of the account, and whether only those have them who manage access. */
export const accountPages = [
  { path: "/account", label: words.account, isForAdmins: false },
  { path: "/account/people", label: words.people, isForAdmins: true },
  { path: "/account/keys", label: words.keys, isForAdmins: true },
  { path: "/account/audit", label: words.audit, isForAdmins: true },
] as const;

/** Says who is signed in, links to the pages of the account, and signs out. */
export function AccountMenu() {
  const me = useMe();
  const name = me?.kind === "root" ? words.rootKey : me?.name || me?.email || words.account;
  const isKey = me?.kind === "root" || me?.kind === "key";
  const keyText = me?.kind === "key" ? words.withKey(name) : words.withRootKey;
  const pages = accountPages.filter(({ isForAdmins }) => !isForAdmins || may(me, "admin"));
  const label = (
    <>
      <Icon name={isKey ? "key" : "person"} />
      <span class="account-name" title={isKey ? keyText : name}>
        {name}
      </span>
    </>
  );
  return (
    <div class="account-menu push">
      <Popover label={label} title={words.title}>
        {(close) => (
          <>
            <p class="menu-text">
              {me?.kind === "person" ? (
                <>
                  <strong>{me.name}</strong> <span class="muted">{me.email}</span>
                </>
              ) : (
                <span class="muted">{keyText}</span>
              )}
            </p>
            <button
              class="menu-button palette-button"
              type="button"
              onClick={() => {
                close();
                openPalette();
              }}
            >
              {words.palette}
            </button>
            <nav class="menu" aria-label={words.title}>
              {pages.map(({ path, label: page }) => (
                <Link key={path} href={path} onFollow={close}>
                  {page}
                </Link>
              ))}
            </nav>
            <button class="menu-button" type="button" onClick={signOut}>
              {words.signOut}
            </button>
          </>
        )}
      </Popover>
    </div>
  );
}

/** Ends the session. The page reloads even if that fails, and then shows the actual state. */
function signOut(): void {
  const leave = () => location.assign(withBasePath("/"));
  sendJson("DELETE", "/session").then(leave, leave);
}
