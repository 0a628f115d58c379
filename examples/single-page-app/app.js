// A shop with pages of its own: no request to the server when the visitor goes from one to another.
// The tracker counts each path as a page view, because it notices `history.pushState` and back.

/** Prices in euros, by the path of the page. */
const teas = new Map([
  ["/teas/assam", { title: "Assam", price: 7.5 }],
  ["/teas/darjeeling", { title: "Darjeeling", price: 12 }],
]);

/** Shows the page of the current address. */
function show() {
  const tea = teas.get(location.pathname);
  const parts = tea === undefined ? listParts() : teaParts(tea);
  document.title = tea?.title ?? "Tea shop";
  document.querySelector("main")?.replaceChildren(...parts);
}

function listParts() {
  return [...teas].map(([path, { title }]) => {
    const link = document.createElement("a");
    link.href = path;
    link.textContent = title;
    const line = document.createElement("p");
    line.append(link);
    return line;
  });
}

/** @param {{ title: string, price: number }} tea */
function teaParts({ title, price }) {
  const heading = document.createElement("h1");
  heading.textContent = title;
  const button = document.createElement("button");
  button.textContent = `Order for ${price} €`;
  button.addEventListener("click", () => {
    const revenue = { amount: price, currency: "EUR" };
    // Where something blocks the tracker, there is no `footfall`, and the shop works all the same.
    window.footfall?.("Order", { props: { tea: title }, revenue });
    button.replaceWith("Thank you for your order.");
  });
  return [heading, button];
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlainClick = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (link === null || link.origin !== location.origin || !isPlainClick) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
});
addEventListener("popstate", show);
show();
