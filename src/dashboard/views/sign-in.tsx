import { sendJson } from "../api/request.ts";
import { GateForm } from "../components/gate-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";

export function SignInPage() {
  return (
    <PageFrame title="Sign in" isOwner={false}>
      <section class="gate">
        <h1>Sign in</h1>
        <GateForm
          label="API key"
          hint="The key that Footfall printed at its first start, or one of API_KEYS."
          action="Sign in"
          account={location.host}
          onSubmit={async (key) => {
            await sendJson("POST", "/session", { key });
          }}
        />
      </section>
    </PageFrame>
  );
}
