/** Builds `dist/tracker/`: the scripts that pages load, and the module for bundlers. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";

/** The scripts, and how many bytes each may have, gzipped. */
const scripts = [
  { name: "script", isFace: false, gzipBytesMax: 1_000 },
  { name: "faces/plausible", isFace: true, gzipBytesMax: 2_000 },
  { name: "faces/umami", isFace: true, gzipBytesMax: 2_000 },
];

/**
 * Builds all files. Throws if a script is too large.
 * @param {string} directory Directory of the built files.
 * @returns {Promise<string[]>} What each script has of its limit.
 */
export async function buildTracker(directory) {
  const options = (/** @type {string} */ name, isFace = false) => ({
    input: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
    transform: { target: "es2021", define: { isFace: String(isFace) } },
    tsconfig: /** @type {const} */ (false),
  });
  await build({
    ...options("module"),
    output: { file: `${directory}/module.js`, format: "esm", minify: "dce-only" },
  });
  const lines = [];
  for (const { name, isFace, gzipBytesMax } of scripts) {
    const { output } = await build({
      ...options(name, isFace),
      // A block keeps the names out of the page in fewer bytes than a function.
      output: {
        file: `${directory}/${name}.js`,
        format: "esm",
        banner: "{",
        footer: "}",
        minify: true,
      },
    });
    const { length } = gzipSync(output[0].code, { level: 9 });
    const line = `${length} of ${gzipBytesMax} bytes gzipped`;
    if (length > gzipBytesMax) throw new Error(`${name}.js is too large: ${line}`);
    lines.push(`${name}.js: ${line}`);
  }
  return lines;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = await buildTracker(fileURLToPath(new URL("../../dist/tracker", import.meta.url)));
  // `npm start` also builds, but its output belongs to the server.
  if (process.env["npm_config_loglevel"] !== "silent")
    process.stdout.write(lines.map((line) => `tracker: ${line}\n`).join(""));
}
