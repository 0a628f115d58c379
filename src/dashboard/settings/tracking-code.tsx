import { useId, useState } from "preact/hooks";

import { publicUrl } from "../address/server-address.ts";
import type { WebsiteRecord } from "../api/answers.ts";
import { CopyLine } from "../components/copy-line.tsx";
import { Tabs } from "../components/tabs.tsx";
import { trackingWords as words } from "../words/tracking.ts";
import {
  isLocalDomain,
  isUnreachable,
  type Platform,
  platforms,
  snippetOf,
} from "./tracking-snippet.ts";

/** Shows what adds the tracker to the pages of a website, for the product that makes them. */
export function TrackingCode({ record: { domain } }: { readonly record: WebsiteRecord }) {
  const [platform, setPlatform] = useState<Platform>("html");
  const [isOutbound, setOutbound] = useState(false);
  const [isDownloads, setDownloads] = useState(false);
  const panelId = useId();
  const script = publicUrl("/js/script.js");
  const { host, origin } = new URL(script);
  const line = snippetOf(platform, { domain, script, isOutbound, isDownloads });
  // Without BASE_URL, it is the address at which somebody has opened this page.
  const isOfPage = host === location.host;
  const isLocal = isLocalDomain(domain);
  return (
    <div class="tracking-code">
      <Tabs
        label={words.platforms}
        tabs={platforms.map((name) => ({ name, label: words.platform[name] }))}
        selected={platform}
        panelId={panelId}
        onSelect={setPlatform}
      />
      <div id={panelId} role="tabpanel" aria-label={words.platform[platform]}>
        <p class="hint">
          {words.howTo[platform]} {words.noCookies}
        </p>
        <CopyLine key={line} line={line} name={words.codeName} />
        {isLocal && <p class="hint">{words.local(domain)}</p>}
        {!isLocal && isOfPage && isUnreachable(location) && (
          <p class="warning">{words.warning(origin)}</p>
        )}
      </div>
      <Check label={words.outbound} isOn={isOutbound} onChange={setOutbound} />
      <Check label={words.downloads} isOn={isDownloads} onChange={setDownloads} />
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
