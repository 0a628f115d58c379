import type { SegmentRecord } from "../../model/segment.ts";
import type { ShareRecord } from "../../model/share.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { getAllPages } from "../api/all-pages.ts";
import { useAnswer } from "../api/answer.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { Entries, type EntryDialog } from "../components/entries.tsx";
import { EntryActions } from "../components/entry-actions.tsx";
import { useSegments } from "../site/definitions.ts";
import { format, timeText } from "../words/reader.ts";
import { sharingWords as words } from "../words/sharing.ts";
import { reportsText } from "./share.ts";
import { ShareDialog } from "./share-dialog.tsx";

/** Lists the shared links of a website. */
export function ShareList({ website: { id } }: { readonly website: WebsiteRecord }) {
  const path = `/api/v1/websites/${id}/shares`;
  const answer = useAnswer<readonly ShareRecord[]>(`${path}?per_page=100`, getAllPages);
  const segments = useSegments().data ?? [];
  return (
    <Entries
      title={words.links}
      hint={words.linksHint}
      add={words.make}
      path={path}
      answer={answer}
      nameOf={({ name }) => name}
      deleteHint={() => words.deleteHint}
      entry={(share, onOpen) => <Entry share={share} segments={segments} onOpen={onOpen} />}
      dialog={(share, ends) => (
        <ShareDialog path={path} share={share} segments={segments} {...ends} />
      )}
    />
  );
}

interface EntryProps {
  readonly share: ShareRecord;
  readonly segments: readonly SegmentRecord[];
  readonly onOpen: (dialog: EntryDialog) => void;
}

function Entry({ share, segments, onOpen }: EntryProps) {
  const { name, url, has_password, expires_at, last_used_on } = share;
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const used = last_used_on === null ? words.neverUsed : words.lastUsed(format.day(last_used_on));
  return (
    <>
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
        <EntryActions name={name} onOpen={onOpen}>
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
    </>
  );
}

/** Returns what a link shows, in words. */
function limitsText({ reports, segment_id: id }: ShareRecord, all: readonly SegmentRecord[]) {
  if (id === null) return reportsText(reports);
  const segment = all.find((each) => each.id === id)?.name ?? words.unnamedSegment(id);
  return words.ofSegment(reportsText(reports), segment);
}
