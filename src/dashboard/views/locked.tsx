import { sendJson } from "../api/request.ts";
import { GateForm } from "../components/gate-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";

/** Asks a viewer for the website's password. */
export function LockedPage({ domain }: { readonly domain: string }) {
  return (
    <PageFrame title={domain} isOwner={false}>
      <section class="gate">
        <h1>{domain}</h1>
        <GateForm
          label="Password"
          hint="The statistics of this website are protected by a password."
          action="Show statistics"
          account={domain}
          onSubmit={async (password) => {
            await sendJson("POST", `/shared/${encodeURIComponent(domain)}/unlock`, { password });
          }}
        />
      </section>
    </PageFrame>
  );
}
