import { render } from "preact";
import { withBasePath } from "../address/server-address.ts";
import { refreshAnswers } from "../api/answer.ts";
import type { Me } from "../api/me.ts";
import { getJson } from "../api/request.ts";
import { Dialog } from "../components/dialog.tsx";
import { commonWords as words } from "../words/common.ts";
import { KeyForm, PersonForm } from "./sign-in.tsx";

export interface SignedOutProps {
  /** The caller whom the page is of. */
  readonly me: Me;
  readonly onDone: () => void;
}

/**
 * Asks somebody whose session has ended to sign in, above the page, which stays as it is. For
 * anybody else the page goes first, with everything that was written in it.
 */
export function SignedOut({ me, onDone }: SignedOutProps) {
  const goOn = async () => {
    const now = await getJson<{ data: Me }>("/api/v1/me").then(
      ({ data }) => data,
      () => undefined,
    );
    if (now !== undefined && identityOf(now) === identityOf(me)) {
      onDone();
      refreshAnswers();
      return;
    }
    render(null, document.body);
    location.replace(withBasePath("/"));
  };
  const leave = () => location.reload();
  return (
    <Dialog title={words.signedOut} onClose={leave}>
      <p class="hint">{words.signInAgain}</p>
      {me.kind === "person" ? <PersonForm onDone={goOn} /> : <KeyForm onDone={goOn} />}
    </Dialog>
  );
}

function identityOf({ kind, id, name }: Me): string {
  return JSON.stringify([kind, id, kind === "person" ? "" : name]);
}
