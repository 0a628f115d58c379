import { PageFrame } from "../components/page-frame.tsx";

/** Also what is shown of a private website, so that nobody learns that there is one. */
export function NotFoundPage() {
  return (
    <PageFrame title="Not found" isOwner={false}>
      <section class="gate">
        <h1>There is nothing here</h1>
        <p>
          No website with public statistics has this address. If it is yours, sign in to see it.
        </p>
        <a class="button" href="/">
          Sign in
        </a>
      </section>
    </PageFrame>
  );
}
