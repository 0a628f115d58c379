/** Where the pages of a website come from. Each has a snippet of its own. */
export const platforms = ["html", "wordpress", "shopify", "gtm", "next"] as const;
export type Platform = (typeof platforms)[number];

/** The settings of a website that its tracking code has. */
export interface SnippetOptions {
  readonly domain: string;
  /** URL of the tracker's script. */
  readonly script: string;
  readonly isOutbound: boolean;
  readonly isDownloads: boolean;
}

/** The files that people offer for download, by their extensions. */
const downloads = "pdf|zip|docx|xlsx|pptx|csv|dmg|exe|mp3|mp4";

/** Returns whether the tracker ignores pages on this domain without `data-local`. */
export function isLocalDomain(domain: string): boolean {
  // The tracker has the same rule.
  return !/[.]\D/.test(domain);
}

/** Returns the text that adds the tracker to pages of this kind. */
export function snippetOf(platform: Platform, options: SnippetOptions): string {
  const { domain, script, isOutbound, isDownloads } = options;
  const attributes: (readonly [name: string, value: string])[] = [
    ["domain", domain],
    ...(isLocalDomain(domain) ? [["local", ""] as const] : []),
    ...(isOutbound ? [["outbound", ""] as const] : []),
    ...(isDownloads ? [["downloads", downloads] as const] : []),
  ];
  if (platform === "gtm") {
    // Google Tag Manager leaves out attributes that it does not know.
    const lines = attributes.map(([name, value]) => `    script.dataset.${name} = "${value}";`);
    return [
      "<script>",
      "  (function () {",
      '    var script = document.createElement("script");',
      ...lines,
      `    script.src = "${script}";`,
      "    document.head.appendChild(script);",
      "  })();",
      "</script>",
    ].join("\n");
  }
  const text = attributes
    .map(([name, value]) => (value === "" ? `data-${name}` : `data-${name}="${value}"`))
    .join(" ");
  if (platform === "next") {
    return `import Script from "next/script";\n\n<Script ${text} src="${script}" />`;
  }
  return `<script defer ${text} src="${script}"></script>`;
}

/**
 * Returns whether visitors of public pages can send nothing to this URL: the host is that of one
 * machine or network, or browsers refuse it on pages with https.
 */
export function isUnreachable({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): boolean {
  if (protocol !== "https:") return true;
  if (hostname.startsWith("[")) return /^\[(::|f[cde])/.test(hostname);
  if (!hostname.includes(".")) return true;
  return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|\.(local|internal|localhost)$/.test(
    hostname,
  );
}
