import { sendJson } from "../api/request.ts";
import { GateForm } from "../components/gate-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";

/** A website whose statistics are for those who know its password. */
export function LockedPage({ domain }: { readonly domain: string }) {
  return (
    <PageFrame title={domain} isOwner={false}>
      <section class="gate">
        <h1>{domain}</h1>
        <GateForm
          label="Password"
          hint="The statistics of this website are for those who know its password."
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
