import type { Reporter, TestModule } from "vitest/node";

const filesShown = 10;

/** Prints the files whose tests and hooks took longest: where to begin when tests become slow. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const { duration } = module.diagnostic();
      return { seconds: duration / 1000, name: module.relativeModuleId };
    });
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, filesShown);
    const lines = slowest.map(
      ({ seconds, name }) => `${seconds.toFixed(1).padStart(9)} s  ${name}`,
    );
    process.stdout.write(`\nSlowest files:\n${lines.join("\n")}\n`);
  }
}
