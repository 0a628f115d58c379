import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { valueIcons } from "../../package/icons/plugin.ts";

/** Limits the scripts of the first view together, gzipped. */
const firstBytesMax = 60 * 1024;
/** Limits each script that loads later, gzipped. */
const laterBytesMax = 20 * 1024;
/** Limits the icons of each kind of values, which load when the page is idle, gzipped. */
const iconBytesMax = 64 * 1024;
/** Limits each file of a language, gzipped. */
const textBytesMax = 10 * 1024;
/** The page's own script. */
const pageFile = /^assets\/index-.*\.js$/;
/** The script with what the views and dialogs share that load later. */
const sharedFile = /^assets\/shared-.*\.js$/;
/** The icons of a kind of values. */
const iconFile = /^assets\/icons-.*\.css$/;
/** The scripts of the first view: the page's own, and what draws the chart. */
const firstFile = /^assets\/(?:index|plot)-.*\.js$/;

const isOfLanguage = (id: string | null) => /\/words\/compiled\/[\w-]+\/\w+\.ts$/.test(id ?? "");

/**
 * Fails the build if the dashboard is too large, or its page breaks the content security policy.
 * Also if a script needs another one before it runs: the server answers a script of another release
 * with one that reloads the page, which runs only if nothing is imported from it. `lazy` runs the
 * one that views share for itself where they cannot import from it.
 */
function limits(): Plugin {
  return {
    name: "limits",
    generateBundle(_options, bundle) {
      let firstBytes = 0;
      for (const file of Object.values(bundle)) {
        const source = file.type === "chunk" ? file.code : file.source;
        const isOfPage = pageFile.test(file.fileName);
        const isKnown = (name: string) =>
          pageFile.test(name) || (!isOfPage && sharedFile.test(name));
        if (file.type === "chunk" && !file.imports.every(isKnown)) {
          this.error(`${file.fileName} imports from ${file.imports.join(", ")}`);
        }
        const size = /\.(?:js|css)$/.test(file.fileName) ? gzipSync(source).length : 0;
        const isText = file.type === "chunk" && isOfLanguage(file.facadeModuleId);
        const ofOthers = iconFile.test(file.fileName) ? iconBytesMax : laterBytesMax;
        const max = isText ? textBytesMax : ofOthers;
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

/** The files that begin a view or a dialog, whose code loads when it is shown. */
const viewFile = /(?:views?|dialogs|gates)\.tsx$/;

/**
 * Returns the file that has a module: the page's script for its own modules, one for what views and
 * dialogs share, and null for a module of a single file that loads later. The bundler would make a
 * file of what each pair of them shares. The page's has also what small parts of its view share.
 */
function fileOf(id: string, modules: Modules): string | null {
  const found = [...rootsOf(id, modules)];
  if (found.some((root) => modules.getModuleInfo(root)?.isEntry)) return "index";
  if (found.length < 2) return null;
  const isOfViews = found.every((root) => root === id || viewFile.test(root));
  return isOfViews ? "shared" : "index";
}

export default defineConfig({
  // The server puts the base path in place of the dot (src/http/pages/dashboard-files.ts).
  base: "./",
  plugins: [valueIcons(), limits()],
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
          groups: [{ name: fileOf, debugName: "first view, and what views share" }],
        },
      },
    },
  },
});
