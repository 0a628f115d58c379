import "../styles/views.css";
import "./gate.css";
import { InvitationPage, ResetPage, StartPage } from "./link-pages.tsx";
import { LockedPage, type LockedPageProps } from "./locked.tsx";
import { SignInPage } from "./sign-in.tsx";
import { SignedOut, type SignedOutProps } from "./signed-out.tsx";

type GateProps =
  | { readonly view: "sign-in" | "invitation" | "reset" | "start" }
  | ({ readonly view: "locked" } & LockedPageProps);

/** Shows a page at which people identify themselves. All of them are one file. */
export function Gate(props: GateProps) {
  if (props.view === "locked") return <LockedPage title={props.title} path={props.path} />;
  if (props.view === "invitation") return <InvitationPage />;
  if (props.view === "start") return <StartPage />;
  return props.view === "reset" ? <ResetPage /> : <SignInPage />;
}

/** Shows the dialog in which somebody whose session has ended signs in again. */
export function SignedOutDialog(props: SignedOutProps) {
  return <SignedOut {...props} />;
}
