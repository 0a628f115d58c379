/** Draws the share of a row, 0 to 1, behind its value. There is no bar for 0. */
export function Bar({ share }: { readonly share: number }) {
  return share > 0 ? <span class="bar" style={{ width: `${share * 100}%` }} /> : null;
}
