import { SharingView } from "../sharing/sharing-view.tsx";
import { useSite } from "../site/site.ts";
import { IntakeView } from "../statistics/intake-view.tsx";
import { NewWebsiteDialog } from "./new-website-view.tsx";
import { SettingsView } from "./settings-view.tsx";

interface OwnerViewProps {
  /** The view of a website, or the dialog that adds one. */
  readonly view: "intake" | "sharing" | "settings";
  readonly onChange: () => void;
}

/** Shows what an owner has beside the statistics. All of it is one file, loaded with the first. */
export function OwnerView({ view, onChange }: OwnerViewProps) {
  const { mayWrite } = useSite();
  if (view === "intake") return <IntakeView />;
  if (!mayWrite) return <p class="empty">You may see this website, but not change it.</p>;
  return view === "sharing" ? (
    <SharingView onChange={onChange} />
  ) : (
    <SettingsView onChange={onChange} />
  );
}

/** Shows the dialog that adds a website. */
export function NewWebsite({ onClose }: { readonly onClose: () => void }) {
  return <NewWebsiteDialog onClose={onClose} />;
}
