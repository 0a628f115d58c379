import "./account.css";
import type { FunctionComponent } from "preact";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { AccountMenu, accountPages } from "../components/account-menu.tsx";
import { pageToCome } from "../components/lazy.tsx";
import { Link } from "../components/link.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { accountWords as words } from "../words/account.ts";
import { AccountView } from "./account-view.tsx";
import { AuditView } from "./audit-view.tsx";
import { KeysView } from "./keys-view.tsx";
import { PeopleView } from "./people-view.tsx";

const views: Readonly<Record<string, FunctionComponent>> = {
  "/account": AccountView,
  "/account/people": PeopleView,
  "/account/keys": KeysView,
  "/account/audit": AuditView,
};

/** Shows a page about the caller, or about everybody who may use the server. */
export function AccountPage({ path }: { readonly path: string }) {
  const me = useMe();
  const isAdmin = may(me, "admin");
  const page = accountPages.find((each) => each.path === path);
  const View = views[path];
  const head = (
    <>
      <nav class="views" aria-label={words.pages}>
        {accountPages
          .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
          .map((each) => (
            <Link
              key={each.path}
              href={each.path}
              aria-current={each.path === path ? "page" : undefined}
            >
              {each.label}
            </Link>
          ))}
      </nav>
      <AccountMenu />
    </>
  );
  const title = page?.label ?? words.notFound;
  const isAllowed = page !== undefined && (isAdmin || !page.isForAdmins);
  return (
    <PageFrame title={title} isUser head={head}>
      {me === undefined ? (
        pageToCome
      ) : View !== undefined && isAllowed ? (
        <View key={path} />
      ) : (
        <section class="gate">
          <h1>{title}</h1>
          <p>{page ? words.onlyOwners : words.noPage}</p>
        </section>
      )}
    </PageFrame>
  );
}
