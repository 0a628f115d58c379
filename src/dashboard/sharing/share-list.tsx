import { useState } from "preact/hooks";
import type { ShareRecord } from "../../model/share.ts";

import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import type { SegmentRecord, WebsiteRecord } from "../api/answers.ts";
import { sendJson } from "../api/request.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { CopyLine } from "../components/copy-line.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { Notice } from "../components/notice.tsx";
import { useSegments } from "../site/definitions.ts";
import { entriesWords } from "../words/entries.ts";
import { format } from "../words/reader.ts";
import { sharingWords as words } from "../words/sharing.ts";
import { timeText } from "../words/times.ts";
import { reportsText } from "./share.ts";
import { ShareDialog } from "./share-dialog.tsx";

type Open =
  | { readonly name: "make" }
  | { readonly name: "change" | "delete"; readonly share: ShareRecord };

/** Lists the shared links of a website. */
export function ShareList({ website: { id } }: { readonly website: WebsiteRecord }) {
  const path = `/api/v1/websites/${id}/shares`;
  const { data, failure, retry } = useAnswer<readonly ShareRecord[]>(
    `${path}?per_page=100`,
    getAllPages,
  );
  const segments = useSegments().data ?? [];
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section class="surface form brief" aria-labelledby="shares">
      <div class="section-head">
        <h2 id="shares">{words.links}</h2>
        <button class="button" type="button" onClick={() => setOpen({ name: "make" })}>
          <Icon name="plus" />
          {words.make}
        </button>
      </div>
      <p class="hint">{words.linksHint}</p>
      {failure && !data && <Notice failure={failure} onRetry={retry} />}
      <ul class="entries">
        {data?.map((share) => (
          <Entry key={share.id} share={share} segments={segments} onOpen={setOpen} />
        ))}
      </ul>
      {(open?.name === "make" || open?.name === "change") && (
        <ShareDialog
          path={path}
          share={open.name === "change" ? open.share : undefined}
          segments={segments}
          onClose={close}
        />
      )}
      {open?.name === "delete" && (
        <ConfirmDialog
          title={words.deleteTitle(open.share.name)}
          action={entriesWords.delete}
          send={() => sendJson("DELETE", `${path}/${open.share.id}`)}
          onClose={close}
          onDone={close}
        >
          {words.deleteHint}
        </ConfirmDialog>
      )}
    </section>
  );
}

interface EntryProps {
  readonly share: ShareRecord;
  readonly segments: readonly SegmentRecord[];
  readonly onOpen: (open: Open) => void;
}

function Entry({ share, segments, onOpen }: EntryProps) {
  const { name, url, has_password, expires_at, last_used_on } = share;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const used = last_used_on === null ? words.neverUsed : words.lastUsed(format.day(last_used_on));
  return (
    <li>
      <div class="entry record">
        <div>
          <p>
            <strong>{name}</strong>
            {has_password && <span class="badge">{words.hasPassword}</span>}
            {isOver && <span class="badge disabled">{words.isOver}</span>}
          </p>
          <p class="hint">{limitsText(share, segments)}</p>
          <p class="hint">
            {expires_at === null ? used : words.withExpiry(used, timeText(expires_at), isOver)}
          </p>
        </div>
        <EntryActions name={name} onOpen={(each) => onOpen({ name: each, share })}>
          {url !== undefined && (
            <a
              class="quiet-button"
              href={url}
              target="_blank"
              rel="noopener"
              aria-label={words.openByLink(name)}
            >
              {words.openAsViewer}
            </a>
          )}
        </EntryActions>
      </div>
      {url !== undefined && <CopyLine line={url} name={words.linkName(name)} />}
    </li>
  );
}

/** Returns what a link shows, in words. */
function limitsText({ reports, segment_id: id }: ShareRecord, all: readonly SegmentRecord[]) {
  if (id === null) return reportsText(reports);
  const segment = all.find((each) => each.id === id)?.name ?? words.unnamedSegment(id);
  return words.ofSegment(reportsText(reports), segment);
}
