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
          hint="Footfall prints it at its first start and keeps it in its data directory, in the file api-key."
          action="Sign in"
          account={location.host}
          onSubmit={async (key) => {
            await sendJson("POST", "/session", { key });
          }}
          textOf={({ code }) => (code === "UNAUTHORIZED" ? "That is not an API key." : undefined)}
        />
      </section>
    </PageFrame>
  );
}
