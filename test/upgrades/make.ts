/**
 * `npm run keep-release` keeps a `DATA_DIR` of this release, and what the release answers, in
 * `test/upgrades/VERSION/`. docs/upgrading.md says when.
 */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { readMigrations } from "../../src/clickhouse/migrate.ts";
import { programVersion } from "../../src/http/shell/program-version.ts";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { childrenOf } from "../helpers/program.ts";
import { at, fill } from "./history.ts";
import { ask, keptFile, run, startAt } from "./release.ts";

const directory = await temporaryDirectory();
const footfall = await startAt(directory, at);
const apiKey = (await readFile(join(directory, "api-key"), "utf8")).trim();
const { scene, questions } = await fill(footfall, apiKey);

// With a frozen engine the last event stays in the log, as when the power fails.
const [engine = 0] = childrenOf(process.pid, "engine.js");
process.kill(engine, "SIGSTOP");
await footfall.track({ domain: scene.domain, url: `https://${scene.domain}/in-the-log` });
const copy = await temporaryDirectory();
await cp(directory, copy, { recursive: true });
process.kill(engine, "SIGCONT");

await rm(keptFile(programVersion, ""), { recursive: true, force: true });
await mkdir(keptFile(programVersion, ""));
const write = (name: string, text: string | Buffer) =>
  writeFile(keptFile(programVersion, name), text);
await footfall.server.shipped();
const answers = await ask(footfall, questions);
const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
await write("answers.ndjson.gz", gzipSync(lines.join(""), { level: 9 }));
await write("scene.json", `${JSON.stringify(scene, undefined, 2)}\n`);
const sums = (await readMigrations()).map(({ name, checksum }) => `${checksum}  ${name}\n`);
await write("schema.sha256", sums.join(""));
const tar = keptFile(programVersion, "data.tar.gz");
const names = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", copy, "."];
await run("tar", ["--create", `--file=${tar}`, "--use-compress-program=gzip -9n", ...names]);
await stopAll();
