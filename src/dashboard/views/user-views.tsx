import type { WebsiteRecord } from "../../model/website.ts";
import "../styles/views.css";
import { AccountPage } from "../account/account-pages.tsx";
import { lazy, pageToCome } from "../components/lazy.tsx";
import { FirstVisit } from "../settings/first-visit.tsx";
import { NewWebsiteDialog, type NewWebsiteProps } from "../settings/new-website-view.tsx";
import { SettingsView } from "../settings/settings-view.tsx";
import { TrackingCheckView } from "../settings/tracking-check-view.tsx";
import { SharingView } from "../sharing/sharing-view.tsx";
import { useSite } from "../site/site.ts";
import { settingsWords as words } from "../words/settings.ts";

const WhatCountsView = lazy(
  () => import("../settings/what-counts-view.tsx"),
  (module) => module.WhatCountsView,
  pageToCome,
);

interface UserViewProps {
  /** The view of a website, or the dialog that adds one. */
  readonly view: "tracking-check" | "sharing" | "settings" | "what-counts";
}

/** Shows what a user has beside the statistics. All of it is one file, loaded with the first. */
export function UserView({ view }: UserViewProps) {
  const { mayWrite } = useSite();
  if (view === "tracking-check") return <TrackingCheckView />;
  if (view === "what-counts") return <WhatCountsView />;
  if (!mayWrite) return <p class="empty">{words.mayNotWrite}</p>;
  return view === "sharing" ? <SharingView /> : <SettingsView />;
}

/** Shows the card that waits for the first visit of a website. */
export function FirstVisitCard({ record }: { readonly record: WebsiteRecord }) {
  return <FirstVisit record={record} />;
}

/** Shows the dialog that adds a website. */
export function NewWebsite(props: NewWebsiteProps) {
  return <NewWebsiteDialog {...props} />;
}

/** Shows a page of the account. */
export function OwnAccount({ path }: { readonly path: string }) {
  return <AccountPage path={path} />;
}
