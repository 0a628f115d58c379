import { sendJson } from "../api/request.ts";

/** Ends the session. The page is loaded anew either way: what it then shows is the truth. */
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
