import { explain, type Failure } from "../api/failure.ts";
import { commonWords as words } from "../words/common.ts";

interface NoticeProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** Whether another notice on the page has the full message. */
  readonly isBrief?: boolean;
}

/** Shows why a request failed, and the button that solves or repeats it. */
export function Notice({ failure, onRetry, isBrief = false }: NoticeProps) {
  const mustSignIn = failure.code === "UNAUTHORIZED" || failure.code === "PASSWORD_REQUIRED";
  return (
    <div class="notice" role={isBrief ? undefined : "alert"}>
      <p>{isBrief && isEverywhere(failure) ? words.notLoaded : explain(failure)}</p>
      {mustSignIn ? (
        <button class="button" type="button" onClick={() => location.reload()}>
          {failure.code === "UNAUTHORIZED" ? words.signIn : words.enterPassword}
        </button>
      ) : (
        <button class="button" type="button" onClick={onRetry}>
          {words.again}
        </button>
      )}
    </div>
  );
}

/** Returns whether everything on the page fails alike, because of the server or the network. */
function isEverywhere({ code }: Failure): boolean {
  return !["VALIDATION", "QUERY_TOO_LARGE", "QUERY_TOO_LONG"].includes(code);
}
