/**
 * Builds `dist/docs/`: a plain page for each Markdown file of `docs/`, and README.md as the first
 * one. Links between them stay links; what leads elsewhere in the sources becomes plain text.
 * Besides, `definitions.md` with the terms of the statistics, for assistants.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, posix } from "node:path";
import GithubSlugger from "github-slugger";
import { Marked } from "marked";

import { html } from "../../base/html.ts";
import { packageFile } from "../../base/package-file.ts";

const directory = packageFile("dist/docs/");
const first = "README.md";

/** Returns the address of a file's page below `/docs/`, or undefined if it has none. */
function pageOf(file: string): string | undefined {
  if (file === first) return "";
  return /^docs\/(.+)\.md$/.exec(file)?.[1];
}

/** Returns a link as the page of `file` has it; undefined if it leads to no page. */
function linkFrom(file: string, href: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = "", fragment] = href.split("#");
  const page = pageOf(posix.join(posix.dirname(file), path));
  if (page === undefined) return undefined;
  const link = posix.relative(posix.dirname(pageOf(file) || "index"), page || ".");
  return `${link || "./"}${fragment === undefined ? "" : `#${fragment}`}`;
}

function render(file: string, markdown: string): string {
  const slugger = new GithubSlugger();
  const titles: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        titles.push(text);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${slugger.slug(text)}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const link = linkFrom(file, href);
        return link === undefined
          ? content
          : html`<a href="${link}">${{ markup: content }}</a>`.markup;
      },
      // Pictures and other HTML are for the pages of a repository.
      image: () => "",
      html: () => "",
    },
  });
  const content = marked
    .parse(markdown, { async: false })
    // What scrolls sideways must do so by keyboard, too.
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return page(file, titles[0] ?? "", content);
}

function page(file: string, title: string, content: string): string {
  const up = "../".repeat((pageOf(file) ?? "").split("/").length - 1);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Footfall</title>
<link rel="icon" href="${up}mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<nav><a href="${up || "./"}">Footfall's documentation</a> <a href="${up}../">Dashboard</a></nav>
<main>
${{ markup: content }}</main>
</body>
</html>
`.markup;
}

const names = await readdir(packageFile("docs"), { recursive: true });
const files = [first, ...names.map((name) => `docs/${name}`)].filter(
  (file) => pageOf(file) !== undefined,
);
await rm(directory, { recursive: true, force: true });
for (const file of files) {
  const target = `${directory}${pageOf(file) || "index"}.html`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, render(file, await readFile(packageFile(file), "utf8")));
}
const terms = /\n## Terms\n[\s\S]*?(?=\n## )/.exec(
  await readFile(packageFile("docs/statistics-api.md"), "utf8"),
);
if (terms === null) throw new Error("docs/statistics-api.md has no terms");
await writeFile(`${directory}definitions.md`, terms[0].trim());
await cp(new URL("./docs.css", import.meta.url), `${directory}style.css`);
await cp(packageFile("src/dashboard/mark.svg"), `${directory}mark.svg`);
