import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { sources } from "../../src/counting/sources.ts";

/**
 * Makes the icons of values: a style sheet for each kind, with the icons of all its values. A page
 * loads it when it is idle. `import { href } from "virtual:icons/KIND"` is the sheet's address.
 */

const prefix = "virtual:icons/";
const installed = fileURLToPath(new URL("../../node_modules", import.meta.url));
const flags = join(installed, "country-flag-icons");
const brands = join(installed, "simple-icons");
const shapes = join(installed, "bootstrap-icons");
const packages = [flags, brands, shapes];

/** Names of values that are not the titles of their icons. `bi-` begins those of Bootstrap. */
const others: Readonly<Record<string, string>> = {
  "Android WebView": "android",
  Bing: "bi-bing",
  "Brave Search": "brave",
  ChatGPT: "bi-openai",
  Chrome: "googlechrome",
  "Chrome OS": "googlechrome",
  Edge: "bi-browser-edge",
  Firefox: "firefoxbrowser",
  Gemini: "googlegemini",
  "Hacker News": "ycombinator",
  iOS: "apple",
  "iOS WebView": "apple",
  LinkedIn: "bi-linkedin",
  macOS: "apple",
  "Microsoft Teams": "bi-microsoft-teams",
  Mistral: "mistralai",
  Nintendo: "bi-nintendo-switch",
  "Opera Mini": "opera",
  Silk: "bi-amazon",
  Slack: "bi-slack",
  tvOS: "apple",
  watchOS: "apple",
  Weibo: "sinaweibo",
  Windows: "bi-windows",
  "Windows Phone": "bi-windows",
  Xbox: "bi-xbox",
};

const names = {
  browser: [
    "Android WebView|Brave|Chrome|DuckDuckGo|Edge|Electron|Facebook|Firefox|Instagram",
    "iOS WebView|LINE|LinkedIn|Naver|Opera|Opera Mini|Pinterest|Safari|Silk|Slack|Snapchat",
    "Telegram|TikTok|Vivaldi|WeChat|WhatsApp",
  ].flatMap((line) => line.split("|")),
  operating_system: [
    "Android|BlackBerry|Chrome OS|FreeBSD|HarmonyOS|iOS|KaiOS|Linux|macOS|NetBSD|Nintendo",
    "OpenBSD|PlayStation|Roku|tvOS|watchOS|Windows|Windows Phone|Xbox",
  ].flatMap((line) => line.split("|")),
  source: Object.values(sources).flatMap((channel) => Object.keys(channel)),
};

/** The rules of a kind whose icons take the colour of the text. Other values have a letter. */
const shapeRules = `{mask:var(--shape) center/contain no-repeat;background:currentColor;border-radius:0}`;
/** A letter in a circle, for values without an icon. */
const letterRules = `{background:var(--sunken);font-size:11px;forced-color-adjust:none}`;

export function valueIcons(): Plugin {
  let isBuild = false;
  return {
    name: "value-icons",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const kind = id.slice(prefix.length + 1);
      const source = sheetOf(kind);
      if (!isBuild) {
        return `export const href = ${JSON.stringify(`data:text/css,${encodeURIComponent(source)}`)}`;
      }
      const file = this.emitFile({ type: "asset", name: `icons-${kind}.css`, source });
      return `export const href = import.meta.ROLLUP_FILE_URL_${file}`;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const licences = bundle["licenses.md"];
        if (licences?.type === "asset") licences.source = `${licences.source}${licencesText()}`;
      },
    },
  };
}

/** Returns the style sheet with the icons of a kind. */
export function sheetOf(kind: string): string {
  const own = `.value-icon[data-kind=${kind}]`;
  const letters = `${own}${letterRules}${own}::before{content:attr(data-letter)}`;
  if (kind === "country") return `${letters}${flagRules(own)}`;
  const icons = iconsOf(names[kind as keyof typeof names]);
  const all = icons.map(([name]) => `${own}[data-icon=${JSON.stringify(name)}]`);
  const shown = icons.map(([, svg], nth) => `${all[nth] ?? ""}{--shape:url("${dataUrl(svg)}")}`);
  return `${letters}${all.join()}${shapeRules}${all.join("::before,")}::before{content:none}${shown.join("")}`;
}

function flagRules(own: string): string {
  const files = readdirSync(join(flags, "3x2")).filter((file) => file.endsWith(".svg"));
  const rules = files.map((file) => {
    const svg = readFileSync(join(flags, "3x2", file), "utf8");
    const code = file.replace(".svg", "");
    return `${own}[data-icon=${code}]{background:url("${dataUrl(svg)}") center/18px 12px no-repeat;border-radius:0;font-size:0}`;
  });
  return rules.join("");
}

/** Returns the icons of values by their names; without those that have none. */
function iconsOf(values: readonly string[]): readonly (readonly [name: string, svg: string])[] {
  const icons = JSON.parse(readFileSync(join(brands, "data/simple-icons.json"), "utf8")) as {
    readonly title: string;
    readonly slug?: string;
  }[];
  const slugs = new Map(
    icons.map(({ title, slug }) => [title.toLowerCase(), slug ?? slugOf(title)]),
  );
  return values.flatMap((name) => {
    const file = others[name] ?? slugs.get(name.toLowerCase());
    if (file === undefined) return [];
    const path = file.startsWith("bi-")
      ? join(shapes, "icons", `${file.slice(3)}.svg`)
      : join(brands, "icons", `${file}.svg`);
    return [[name, readFileSync(path, "utf8").replace(/\s+/g, " ")] as const];
  });
}

/** Returns the name of the file of an icon, as simple-icons makes it of the title. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll("+", "plus")
    .replaceAll(".", "dot")
    .replaceAll("&", "and")
    .normalize("NFD")
    .replace(/[^a-z\d]/g, "");
}

function dataUrl(svg: string): string {
  const plain = svg
    .trim()
    .replace(/<title>.*?<\/title>/, "")
    .replaceAll('"', "'");
  return `data:image/svg+xml,${plain.replace(/[#%<>]/g, encodeURIComponent)}`;
}

/** Returns the licences of the icons, as the build writes those of other packages. */
function licencesText(): string {
  return packages
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, "package.json"), "utf8"),
      ) as Readonly<Record<string, string>>;
      const file = folder === brands ? "LICENSE.md" : "LICENSE";
      return `\n## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8")}`;
    })
    .join("");
}
