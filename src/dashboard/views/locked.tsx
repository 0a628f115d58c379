import { sendJson } from "../api/request.ts";
import { GateForm } from "../components/gate-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { gatesWords as words } from "../words/gates.ts";

export interface LockedPageProps {
  readonly title: string;
  /** The API path of the website, or of the shared link, that has a password. */
  readonly path: string;
}

/** Asks a viewer for the password of a website or a shared link. */
export function LockedPage({ title, path }: LockedPageProps) {
  return (
    <PageFrame title={title} isUser={false}>
      <section class="gate">
        <h1>{title}</h1>
        <GateForm
          label={words.password}
          hint={words.locked}
          action={words.unlock}
          account={title}
          onSubmit={async (password) => {
            await sendJson("POST", `${path}/unlock`, { password });
          }}
        />
      </section>
    </PageFrame>
  );
}
