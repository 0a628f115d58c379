import { useId, useState } from "preact/hooks";
import type { WebsiteRecord } from "../../model/website.ts";
import { publicUrl } from "../address/server-address.ts";
import { Check } from "../components/check.tsx";
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
