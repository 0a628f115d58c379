/**
 * Loaded into each Node process of the campaign `calendar`: child processes have the same clock,
 * also those, such as the embedded engine, that get an environment of their own.
 */
import { ChildProcess } from "node:child_process";

const clock = ["LD_PRELOAD", "CLOCK_AHEAD_SECONDS", "NODE_OPTIONS"];

/**
 * Every way to start a process ends in this method, which Node's types leave out.
 * @type {{ spawn(options: { envPairs: string[] }): number }}
 */
const prototype = Object(ChildProcess.prototype);
const { spawn } = prototype;
prototype.spawn = function spawnWithClock(options) {
  const { envPairs } = options;
  const missing = clock.filter((name) => !envPairs.some((pair) => pair.startsWith(`${name}=`)));
  envPairs.push(...missing.map((name) => `${name}=${process.env[name]}`));
  return spawn.call(this, options);
};
