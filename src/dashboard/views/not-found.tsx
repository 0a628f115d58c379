import { PageFrame } from "../components/page-frame.tsx";

/** Also what others see of a private website, so that nobody learns that there is one. */
export function NotFoundPage({ isOwner }: { readonly isOwner: boolean }) {
  return (
    <PageFrame title="Not found" isOwner={isOwner}>
      <section class="gate">
        <h1>There is nothing here</h1>
        <p>
          {isOwner
            ? "None of your websites has this domain."
            : "No website with public statistics has this address. If it is yours, sign in to see it."}
        </p>
        <a class="button" href="/">
          {isOwner ? "All websites" : "Sign in"}
        </a>
      </section>
    </PageFrame>
  );
}
