/** Builds `dist/tracker/`: the script that pages load, and the module for bundlers. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "rolldown";

/** Limits the script, gzipped. */
const gzipBytesMax = 1_000;

/**
 * Builds both files. Throws if the script is too large.
 * @param {string} directory Directory of the built files.
 * @returns {Promise<number>} Size of the script in bytes, gzipped.
 */
export async function buildTracker(directory) {
  const input = (/** @type {string} */ name) =>
    fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const transform = { target: "es2021" };
  await build({
    input: input("module"),
    transform,
    tsconfig: false,
    output: { file: `${directory}/module.js`, format: "esm" },
  });
  const { output } = await build({
    input: input("script"),
    transform,
    tsconfig: false,
    // A block keeps the names out of the page in fewer bytes than a function.
    output: {
      file: `${directory}/script.js`,
      format: "esm",
      banner: "{",
      footer: "}",
      minify: true,
    },
  });
  const { length } = gzipSync(output[0].code, { level: 9 });
  if (length > gzipBytesMax) {
    throw new Error(`the tracker has ${length} bytes gzipped, at most ${gzipBytesMax} are allowed`);
  }
  return length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await buildTracker(fileURLToPath(new URL("../../dist/tracker", import.meta.url)));
  // `npm start` also builds, but its output belongs to the server.
  if (process.env["npm_config_loglevel"] !== "silent")
    process.stdout.write(`tracker: ${bytes} of ${gzipBytesMax} bytes gzipped\n`);
}
