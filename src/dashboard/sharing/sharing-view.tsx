import { publicUrl } from "../address/server-address.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { useSite } from "../site/site.ts";
import { AccessForm } from "./access-form.tsx";
import { ShareList } from "./share-list.tsx";

/** Shows with whom a website is shared, and how. */
export function SharingView({ onChange }: { readonly onChange: () => void }) {
  const { record } = useSite();
  if (record === undefined) return null;
  return (
    <div class="settings">
      <AccessForm record={record} onChange={onChange} />
      <ShareList website={record} />
      <section class="surface form brief">
        <h2>Embed</h2>
        {record.privacy === 0 ? (
          <>
            <p class="hint">
              Paste this where the statistics shall appear. The setting FRAME_ANCESTORS of the
              server must name the address of that page.
            </p>
            <CopyLine
              text={`<iframe src="${publicUrl(`/${record.domain}`)}" title="Statistics of ${record.domain}" width="100%" height="800" loading="lazy"></iframe>`}
              name="the code to embed"
            />
          </>
        ) : (
          <p class="hint">
            Other pages can embed the statistics of a public website. This one is not public.
          </p>
        )}
      </section>
    </div>
  );
}
