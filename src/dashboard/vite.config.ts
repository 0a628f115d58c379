import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Limits scripts and styles together, gzipped. */
const gzipBytesMax = 60 * 1024;

/**
 * Fails the build if the dashboard is too large, or its page breaks the content security policy.
 * Also if a script needs another one before it runs: the server answers a script of another release
 * with one that reloads the page, which runs only if nothing is imported from it.
 */
function limits(): Plugin {
  return {
    name: "limits",
    generateBundle(_options, bundle) {
      let bytes = 0;
      const isEntry = (name: string) => {
        const file = bundle[name];
        return file?.type === "chunk" && file.isEntry;
      };
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
        if (file.type === "chunk" && file.imports.some((name) => !isEntry(name))) {
          this.error(`${file.fileName} imports from ${file.imports.join(", ")}`);
        }
        if (/\.(?:js|css)$/.test(file.fileName)) bytes += gzipSync(source).length;
        if (
          file.fileName === "index.html" &&
          /<style|<script(?![^>]+src)|\sstyle=/.test(String(source))
        ) {
          this.error("index.html has inline script or style");
        }
      }
      if (bytes > gzipBytesMax) {
        this.error(`script and style take ${bytes} bytes with gzip, of ${gzipBytesMax} at most`);
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
