import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** Limits the scripts of the first view together, gzipped. */
const firstBytesMax = 60 * 1024;
/** Limits each script that loads later, gzipped. */
const laterBytesMax = 20 * 1024;
/** Limits each file of a language, gzipped. */
const textBytesMax = 10 * 1024;
/** The page's own script. */
const pageFile = /^assets\/index-.*\.js$/;
/** The scripts of the first view: the page's own, and what draws the chart. */
const firstFile = /^assets\/(?:index|plot)-.*\.js$/;

const isOfLanguage = (id: string | null) => /\/words\/compiled\/[\w-]+\/\w+\.ts$/.test(id ?? "");

/**
 * Fails the build if the dashboard is too large, or its page breaks the content security policy.
 * Also if a script needs another one before it runs: the server answers a script of another release
 * with one that reloads the page, which runs only if nothing is imported from it.
 */
function limits(): Plugin {
  return {
    name: "limits",
    generateBundle(_options, bundle) {
      let firstBytes = 0;
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
        if (file.type === "chunk" && file.imports.some((name) => !pageFile.test(name))) {
          this.error(`${file.fileName} imports from ${file.imports.join(", ")}`);
        }
        const size = /\.(?:js|css)$/.test(file.fileName) ? gzipSync(source).length : 0;
        const max =
          file.type === "chunk" && isOfLanguage(file.facadeModuleId) ? textBytesMax : laterBytesMax;
        if (firstFile.test(file.fileName)) firstBytes += size;
        else if (size > max) {
          this.error(`${file.fileName} takes ${size} bytes with gzip, of ${max} at most`);
        }
        if (
          file.fileName === "index.html" &&
          /<style|<script(?![^>]+src)|\sstyle=/.test(String(source))
        ) {
          this.error("index.html has inline script or style");
        }
      }
      if (firstBytes > firstBytesMax) {
        this.error(
          `the first view takes ${firstBytes} bytes with gzip, of ${firstBytesMax} at most`,
        );
      }
    },
  };
}

type Modules = Pick<Rolldown.PluginContext, "getModuleInfo">;
const roots = new Map<string, ReadonlySet<string>>();

/** Returns the files that have a module in them: the page's script, or others that load later. */
function rootsOf(id: string, modules: Modules): ReadonlySet<string> {
  const known = roots.get(id);
  if (known !== undefined) return known;
  // Packages may import each other in circles.
  roots.set(id, new Set());
  const info = modules.getModuleInfo(id);
  const own = info?.isEntry || info?.dynamicImporters.length ? [id] : [];
  const others = info?.importers.flatMap((importer) => [...rootsOf(importer, modules)]) ?? [];
  const found = new Set([...own, ...others]);
  roots.set(id, found);
  return found;
}

/**
 * Returns whether a module belongs into the page's script: its own modules, and those of several
 * files that load later. The bundler would make a file of what they share, and no script may need
 * another one than the page's.
 */
function isOfPage(id: string, modules: Modules): boolean {
  const found = rootsOf(id, modules);
  return found.size > 1 || [...found].some((root) => modules.getModuleInfo(root)?.isEntry);
}

export default defineConfig({
  // The server puts the base path in place of the dot (src/http/pages/dashboard-files.ts).
  base: "./",
  plugins: [limits()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../dist/dashboard",
    emptyOutDir: true,
    // The licences of what is bundled ask for their text beside it.
    license: { fileName: "licenses.md" },
    target: "es2022",
    // The content security policy allows data: URLs for images only. Browsers cache files anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: (id, modules) => (isOfPage(id, modules) ? "index" : null),
              debugName: "first view",
            },
          ],
        },
      },
    },
  },
});
