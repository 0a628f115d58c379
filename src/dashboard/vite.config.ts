import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Limits scripts and styles of the first view together, gzipped. */
const gzipBytesMax = 60 * 1024;
/** Limits those that load when their view opens. */
const laterGzipBytesMax = 40 * 1024;
/** The names of their files, without hash and ending. */
const laterFiles = ["reports"];

/**
 * Fails the build if the dashboard is too large, or its page breaks the content security policy.
 * Also if a script needs another one before it runs: the server answers a script of another release
 * with one that reloads the page, which runs only if nothing is imported from it.
 */
function limits(): Plugin {
  return {
    name: "limits",
    generateBundle(_options, bundle) {
      const bytes = { first: 0, later: 0 };
      const isEntry = (name: string) => {
        const file = bundle[name];
        return file?.type === "chunk" && file.isEntry;
      };
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
        if (file.type === "chunk" && file.imports.some((name) => !isEntry(name))) {
          this.error(`${file.fileName} imports from ${file.imports.join(", ")}`);
        }
        if (/\.(?:js|css)$/.test(file.fileName)) {
          const isLater = laterFiles.some((name) => file.fileName.startsWith(`assets/${name}-`));
          bytes[isLater ? "later" : "first"] += gzipSync(source).length;
        }
        if (
          file.fileName === "index.html" &&
          /<style|<script(?![^>]+src)|\sstyle=/.test(String(source))
        ) {
          this.error("index.html has inline script or style");
        }
      }
      for (const [view, max] of [
        ["first", gzipBytesMax],
        ["later", laterGzipBytesMax],
      ] as const) {
        if (bytes[view] <= max) continue;
        this.error(`${view} views take ${bytes[view]} bytes with gzip, of ${max} at most`);
      }
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [limits()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../dist/dashboard",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows data: URLs for images only. Browsers cache files anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
