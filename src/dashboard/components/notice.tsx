import { explain, type Failure } from "../api/failure.ts";

interface NoticeProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** Where something above says it in full. */
  readonly isBrief?: boolean;
}

/** Says in plain words what did not work, and what to do about it. */
export function Notice({ failure, onRetry, isBrief = false }: NoticeProps) {
  const mustSignIn = failure.code === "UNAUTHORIZED" || failure.code === "PASSWORD_REQUIRED";
  return (
    <div class="notice" role={isBrief ? undefined : "alert"}>
      <p>{isBrief && isEverywhere(failure) ? "No answer." : explain(failure)}</p>
      {mustSignIn ? (
        <button class="button" type="button" onClick={() => location.reload()}>
          {failure.code === "UNAUTHORIZED" ? "Sign in" : "Enter the password"}
        </button>
      ) : (
        <button class="button" type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Whether the failure is of the server or the way there, and so of everything on the page. */
function isEverywhere({ code }: Failure): boolean {
  return !["VALIDATION", "QUERY_TOO_LARGE", "QUERY_TOO_LONG"].includes(code);
}
