import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Limits scripts and styles together, gzipped. */
const gzipBytesMax = 60 * 1024;

/** Fails the build if the dashboard is too large or its page breaks the content security policy. */
function limits(): Plugin {
  return {
    name: "limits",
    generateBundle(_options, bundle) {
      let bytes = 0;
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
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
