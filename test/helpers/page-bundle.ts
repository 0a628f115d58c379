import { createRequire } from "node:module";
import { rolldown } from "rolldown";

const require = createRequire(import.meta.url);

/**
 * Resolves with a script for a page, which runs this module. It may import packages that are
 * installed here; `stubs` has the text of modules that are not.
 */
export async function bundle(
  text: string,
  stubs: Readonly<Record<string, string>> = {},
): Promise<string> {
  const modules = new Map(Object.entries({ ...stubs, "\0entry": text }));
  const build = await rolldown({
    input: "\0entry",
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    plugins: [
      {
        name: "texts",
        resolveId: (id, importer) => {
          if (modules.has(id)) return id;
          return importer === "\0entry" ? require.resolve(id) : undefined;
        },
        load: (id) => modules.get(id),
      },
    ],
  });
  const { output } = await build.generate({ format: "iife" });
  return output[0].code;
}
