import { sendJson } from "../api/request.ts";

/** Ends the session. The page reloads even if that fails, and then shows the actual state. */
export function SignOut() {
  const signOut = () => {
    const leave = () => location.assign("/");
    sendJson("DELETE", "/session").then(leave, leave);
  };
  return (
    <button class="quiet-button push" type="button" onClick={signOut}>
      Sign out
    </button>
  );
}
