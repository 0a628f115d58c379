import { withBasePath } from "../address/server-address.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { noPageWords as words } from "../words/no-page.ts";

/**
 * Says that the page does not exist. Private websites show it, too, so that nobody learns of them.
 */
export function NotFoundPage({ isUser }: { readonly isUser: boolean }) {
  return (
    <PageFrame title={words.window} isUser={isUser}>
      <section class="gate">
        <h1>{words.title}</h1>
        <p>{isUser ? words.user : words.stranger}</p>
        <a class="button" href={withBasePath("/")}>
          {isUser ? words.websites : words.signIn}
        </a>
      </section>
    </PageFrame>
  );
}
