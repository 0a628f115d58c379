import type { AuditRecord } from "../../model/person.ts";
import { actorText } from "../account/audit-texts.ts";
import { useAnswer } from "../api/answer.ts";
import type { Page } from "../api/answers.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { settingsWords as words } from "../words/settings.ts";

interface ChangedMeanwhileProps {
  readonly websiteId: number;
  readonly onShow: () => void;
}

/** Says that somebody else has changed a website, and who, to those who may see people. */
export function ChangedMeanwhile({ websiteId, onShow }: ChangedMeanwhileProps) {
  const path = may(useMe(), "admin") ? "/api/v1/audit?per_page=100" : undefined;
  const { data, failure } = useAnswer<Page<AuditRecord>>(path);
  if (path !== undefined && data === undefined && failure === undefined) return null;
  const change = data?.data.find(({ website_id }) => website_id === websiteId);
  const who = change === undefined ? words.somebody : actorText(change.who);
  return (
    <div class="form-end">
      <p class="error" role="alert">
        {words.changedBy(who)}
      </p>
      <button class="button" type="button" onClick={onShow}>
        {words.showChanged}
      </button>
    </div>
  );
}
