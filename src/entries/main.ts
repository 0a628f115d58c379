#!/usr/bin/env -S node --v8-pool-size=1
import { run } from "../commands/cli.ts";

process.exitCode = await run(process.argv.slice(2));
// Requests that a silent store leaves open must not hold up the end.
setTimeout(() => process.exit(), 100).unref();
