import { useState } from "preact/hooks";
import type { UnknownWebsite } from "../../model/uncounted.ts";

import { focusMain } from "../address/address.ts";
import type { WebsiteListQuery } from "../address/website-list-query.ts";
import { useAnswer } from "../api/answer.ts";
import { explainForm } from "../api/failure.ts";
import { sendJson } from "../api/request.ts";
import { useSending } from "../api/sending.ts";
import { Link } from "../components/link.tsx";
import { websitesWords as words } from "../words/websites.ts";

interface UnknownWebsitesProps {
  readonly hrefWith: (change: Partial<WebsiteListQuery>) => string;
}

/** Lists the domains that events name in vain, to add them as websites or to ignore them. */
export function UnknownWebsites({ hrefWith }: UnknownWebsitesProps) {
  const path = "/api/v1/unknown-websites";
  const { data } = useAnswer<{ data: readonly UnknownWebsite[] }>(path);
  const { isBusy, failure, wait } = useSending();
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const ignore = (name: string) =>
    wait(sendJson("DELETE", `${path}/${encodeURIComponent(name)}`), () => {
      setIgnored([...ignored, name]);
      focusMain();
    });
  const last = ignored.at(-1);
  const shown = data?.data.filter(({ name }) => !ignored.includes(name)) ?? [];
  return (
    <>
      <p class="hidden" role="status">
        {last !== undefined && words.ignored(last)}
      </p>
      {shown.length > 0 && (
        <section class="surface unknown-websites" aria-label={words.unknownTitle}>
          <ul>
            {shown.slice(0, shownMax).map(({ name }) => (
              <li key={name}>
                <p>{words.unknown(name)}</p>
                <Link
                  class="button"
                  href={hrefWith({ adding: name })}
                  aria-label={words.addUnknownNamed(name)}
                  opens
                >
                  {words.addUnknown}
                </Link>
                <button
                  class="button"
                  type="button"
                  aria-label={words.ignoreUnknownNamed(name)}
                  disabled={isBusy}
                  onClick={() => ignore(name)}
                >
                  {words.ignoreUnknown}
                </button>
              </li>
            ))}
          </ul>
          <p class="error" role="alert">
            {explainForm(failure)}
          </p>
        </section>
      )}
    </>
  );
}

/** More would push the websites out of sight. The next ones follow when these are gone. */
const shownMax = 5;
