import { explain, type Failure } from "../api/failure.ts";

interface NoticeProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Says in plain words what did not work, and what to do about it. */
export function Notice({ failure, onRetry }: NoticeProps) {
  const mustSignIn = failure.code === "UNAUTHORIZED" || failure.code === "PASSWORD_REQUIRED";
  return (
    <div class="notice" role="alert">
      <p>{explain(failure)}</p>
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
