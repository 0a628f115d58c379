let name = "";

/** Notes that a website was deleted, for the list of websites, which says so. */
export function noteDeleted(domain: string): void {
  name = domain;
}

/** Returns the domain of the website that was just deleted, once; "" if none was. */
export function takeDeleted(): string {
  const taken = name;
  name = "";
  return taken;
}
