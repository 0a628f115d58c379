import { useAnswer } from "../api/answer.ts";
import { websitesWords as words } from "../words/websites.ts";

/** Tells owners that work of the server in the background fails. */
export function ServerState() {
  const { data } = useAnswer<{ readonly reasons?: readonly string[] }>("/health");
  if (!data?.reasons?.includes("rollups")) return null;
  return (
    <div class="notice" role="status">
      <p>{words.rollupsFail}</p>
    </div>
  );
}
