/**
 * Text that is HTML already. Nothing else gets into a page unescaped: templates escape every
 * string.
 */
export interface Html {
  readonly markup: string;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Returns the template as HTML, with its strings escaped. Strings may stand between tags and in
 * quoted attributes.
 */
export function html(
  texts: TemplateStringsArray,
  ...parts: readonly (string | Html | readonly Html[])[]
): Html {
  return {
    markup: texts.map((text, i) => `${i === 0 ? "" : toMarkup(parts[i - 1])}${text}`).join(""),
  };
}

function toMarkup(part: string | Html | readonly Html[] = ""): string {
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? "");
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}
