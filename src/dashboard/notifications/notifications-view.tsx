import type { EmailReportsRecord } from "../../model/email-reports.ts";
import type { WebsiteRecord } from "../../model/website.ts";
import { publicUrl, withBasePath } from "../address/server-address.ts";
import { type Answer, useAnswer } from "../api/answer.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { pageToCome } from "../components/lazy.tsx";
import { Notice } from "../components/notice.tsx";
import "../styles/views.css";
import "./notifications.css";
import { useSite } from "../site/site.ts";
import { notificationsWords } from "../words/notifications.ts";
import { AlertList, NewAlert } from "./alert-list.tsx";
import { EmailReportsForm } from "./email-reports-form.tsx";
import { MyReports } from "./my-reports.tsx";
import { WebhookList } from "./webhook-list.tsx";

const pathOf = ({ id }: WebsiteRecord) => `/api/v1/websites/${id}/email-reports`;

function useEmailReports(website: WebsiteRecord | undefined): Answer<{ data: EmailReportsRecord }> {
  return useAnswer<{ data: EmailReportsRecord }>(website && pathOf(website));
}

/** Shows what people are told about a website, and who they are. */
export function NotificationsView() {
  const { record: website, mayWrite } = useSite();
  const isAdmin = may(useMe(), "admin");
  const { data, failure, retry } = useEmailReports(mayWrite ? website : undefined);
  if (!website) return null;
  if (!mayWrite) return <p class="empty">{notificationsWords.mayNotWrite}</p>;
  const reports = data?.data;
  return (
    <div class="settings">
      {reports?.mail_server === false && <NoMailServer />}
      {failure && !reports && <Notice failure={failure} onRetry={retry} />}
      {reports ? (
        <EmailReportsForm
          key={website.id}
          website={website}
          path={pathOf(website)}
          record={reports}
        />
      ) : (
        !failure && pageToCome
      )}
      <AlertList website={website} hasMailServer={reports?.mail_server ?? true} />
      {isAdmin && <WebhookList />}
    </div>
  );
}

/** Asks for a new alert, above the statistics. */
export function ChartAlert() {
  const { record: website, mayWrite } = useSite();
  const { data, failure } = useEmailReports(mayWrite ? website : undefined);
  if (!website || !(data || failure)) return null;
  const hasMailServer = data?.data.mail_server ?? true;
  return <NewAlert website={website} hasMailServer={hasMailServer} onDone={() => {}} />;
}

/** Asks a person for the reports of all of its websites. */
export function OwnReports() {
  return <MyReports />;
}

function NoMailServer() {
  const words = notificationsWords.noMail;
  return (
    <section class="surface form brief">
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <p class="snippet-line">
        <code>{words.example(publicUrl(""))}</code>
      </p>
      <p>
        <a href={withBasePath("/docs/email-reports")} target="_blank" rel="noreferrer">
          {words.more}
        </a>
      </p>
    </section>
  );
}
