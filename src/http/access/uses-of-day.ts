/** The names of what was used on a day. It holds one day: the last that was asked about. */
export class UsesOfDay {
  #day = "";
  #names = new Set<string>();

  /** Adds a name. Returns whether it is the first time on this day. */
  add(day: string, name: string): boolean {
    if (day !== this.#day) this.#names = new Set();
    this.#day = day;
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    return true;
  }

  /** Forgets that a name was added. */
  delete(name: string): void {
    this.#names.delete(name);
  }
}
