import { useSite } from "../site/site.ts";
import { ChangesCard } from "./changes-card.tsx";
import { NotFoundCard } from "./not-found-card.tsx";

/** Shows the cards below the others. Their code loads after the first view. */
export function MoreCards() {
  const { earlier } = useSite();
  return (
    <>
      {earlier && <ChangesCard />}
      <NotFoundCard />
    </>
  );
}
