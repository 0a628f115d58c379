import { cards } from "../address/cards.ts";
import { cardsWords } from "../words/cards.ts";

/** Moves the focus to a card, for people who go through the page by keyboard. */
export function CardSkips() {
  const skip = (title: string) => {
    const card = [...document.querySelectorAll<HTMLElement>(".cards > section")].find(
      (each) => each.querySelector("h2")?.textContent === title,
    );
    card?.setAttribute("tabindex", "-1");
    card?.focus();
  };
  return (
    <nav class="card-skips" aria-label={cardsWords.skips}>
      {cards.map(({ id, title }) => (
        <button key={id} class="skip" type="button" onClick={() => skip(title)}>
          {cardsWords.skip(title)}
        </button>
      ))}
    </nav>
  );
}
