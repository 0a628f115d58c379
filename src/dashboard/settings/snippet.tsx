import { publicUrl } from "../address/server-address.ts";
import { CopyLine } from "../components/copy-line.tsx";

/** Shows the line of HTML that adds the tracker to a website's pages. */
export function Snippet({ domain }: { readonly domain: string }) {
  const line = `<script defer data-domain="${domain}" src="${publicUrl("/js/script.js")}"></script>`;
  return (
    <section class="surface form brief snippet">
      <h2>Tracker</h2>
      <p class="hint">Add this line to the head of every page of {domain}. It sets no cookies.</p>
      <CopyLine text={line} />
    </section>
  );
}
