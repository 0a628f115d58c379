import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const tickMs = 10;
const blockBytes = 512;

/** Resources that a process has used so far, as Linux counts them. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory at this moment. */
  readonly rssBytes: number;
  /** Bytes that it caused to be written to the disk. */
  readonly writtenBytes: number;
}

/** Footfall's own processes, workers included, and its ClickHouse. */
export interface TreeUsage {
  /** Its memory is that of the largest process. */
  readonly server: Usage;
  readonly engine: Usage;
}

const unknown: Usage = { cpuMs: Number.NaN, rssBytes: Number.NaN, writtenBytes: Number.NaN };
const nothing: Usage = { cpuMs: 0, rssBytes: 0, writtenBytes: 0 };

/**
 * Resolves with the usage of a process and its descendants. Linux only; elsewhere all numbers are
 * NaN.
 */
export async function usageOf(pid: number): Promise<TreeUsage> {
  try {
    const pids = await treeOf(pid);
    const usages = await Promise.all(
      pids.map(async (each) => ({ isEngine: await isEngine(each), ...(await read(each)) })),
    );
    return {
      server: together(usages.filter((usage) => !usage.isEngine)),
      engine: together(usages.filter((usage) => usage.isEngine)),
    };
  } catch {
    return { server: unknown, engine: unknown };
  }
}

function together(usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, usage) => ({
      cpuMs: sum.cpuMs + usage.cpuMs,
      rssBytes: Math.max(sum.rssBytes, usage.rssBytes),
      writtenBytes: sum.writtenBytes + usage.writtenBytes,
    }),
    nothing,
  );
}

/** Resolves with the process and its descendants. */
export async function treeOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const children = text.split(" ").filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}

/** Resolves with the process that is the embedded ClickHouse of this Footfall. */
export async function engineOf(pid: number): Promise<number> {
  for (const each of await treeOf(pid)) if (await isEngine(each)) return each;
  throw new Error("the embedded ClickHouse is not there");
}

async function isEngine(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, "utf8")).includes("dist/engine.js");
}

async function read(pid: number): Promise<Usage> {
  const [line, status, io] = await Promise.all(
    ["stat", "status", "io"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
  );
  const fields = line?.slice(line.lastIndexOf(")") + 2).split(" ") ?? [];
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    rssBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? "")?.[1]) * 1024,
    writtenBytes: Number(/^write_bytes: (\d+)/m.exec(io ?? "")?.[1]),
  };
}

/**
 * Resolves with the bytes that the files below a directory occupy on the disk. Files that vanish
 * meanwhile are left out.
 */
export async function bytesOnDisk(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return bytesOnDisk(path);
    if (!entry.isFile()) return 0;
    const { blocks } = await stat(path).catch(() => ({ blocks: 0 }));
    return blocks * blockBytes;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns megabytes as text for people. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
