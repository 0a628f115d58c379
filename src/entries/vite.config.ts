import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bundles the program and the packages that it uses into few files. Node takes longer to find and
 * compile hundreds of modules than the engine takes to start.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: "../../dist",
    // The dashboard and the tracker are there, too.
    emptyOutDir: false,
    target: "node20.19",
    sourcemap: true,
    // The licences of what is bundled ask for their text beside it.
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      // Each file that is started as a process.
      input: {
        main: file("./main.ts"),
        worker: file("worker.ts"),
        "import-launcher": file("import-launcher.ts"),
        "import-process": file("import-process.ts"),
        engine: file("../clickhouse/embedded/child.ts"),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
  ssr: {
    noExternal: true,
    // They have libraries of their own for each platform.
    external: ["chdb", "ffi-rs"],
  },
});
