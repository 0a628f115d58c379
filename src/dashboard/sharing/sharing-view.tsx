import { publicUrl } from "../address/server-address.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { useSite } from "../site/site.ts";
import { sharingWords as words } from "../words/sharing.ts";
import { AccessForm } from "./access-form.tsx";
import { ShareList } from "./share-list.tsx";

/** Shows with whom a website is shared, and how. */
export function SharingView() {
  const { record } = useSite();
  if (record === undefined) return null;
  const { domain, domain_unicode: written, privacy } = record;
  const address = publicUrl(`/${domain}`);
  return (
    <div class="settings">
      <AccessForm record={record} />
      <ShareList website={record} />
      <section class="surface form brief">
        <h2>{words.embed}</h2>
        {privacy === 0 ? (
          <>
            <p class="hint">{words.embedHint}</p>
            <CopyLine
              line={`<iframe src="${address}" title="${words.frameTitle(written)}" width="100%" height="800" loading="lazy"></iframe>`}
              name={words.embedName}
            />
            <p class="hint">{words.ancestors(written)}</p>
            <CopyLine line={`FRAME_ANCESTORS=https://${domain}`} name={words.ancestorsName} />
          </>
        ) : (
          <p class="hint">{words.embedNotPublic}</p>
        )}
      </section>
    </div>
  );
}
