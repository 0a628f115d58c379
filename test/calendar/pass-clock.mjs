/**
 * Loaded into each Node process of the campaign `calendar`: child processes have the same clock,
 * also those, such as the embedded engine, that get an environment of their own.
 */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const names = Object.keys(process.env).filter((name) => /^(LD_PRELOAD|FAKETIME.*)$/.test(name));
const clock = Object.fromEntries(names.map((name) => [name, process.env[name]]));
const { spawn } = childProcess;

/** @param {any[]} args */
function spawnWithClock(...args) {
  const options = args.find((each) => typeof each === "object" && !Array.isArray(each));
  if (options?.env !== undefined) options.env = { ...options.env, ...clock };
  return Reflect.apply(spawn, childProcess, args);
}
Object.assign(childProcess, { spawn: spawnWithClock });
syncBuiltinESMExports();
