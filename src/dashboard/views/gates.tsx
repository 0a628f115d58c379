import { InvitationPage, ResetPage } from "./link-pages.tsx";
import { SignInPage } from "./sign-in.tsx";

export { LockedPage } from "./locked.tsx";

/** Shows a page at which people identify themselves. All of them are one file. */
export function Gate({ view }: { readonly view: "sign-in" | "invitation" | "reset" }) {
  if (view === "invitation") return <InvitationPage />;
  return view === "reset" ? <ResetPage /> : <SignInPage />;
}
