import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const tickMs = 10;
const blockBytes = 512;

/** What a process has used up to now, as Linux counts it. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory at this moment. */
  readonly rssBytes: number;
  /** Bytes that it caused to be written to the disk. */
  readonly writtenBytes: number;
}

/** A process, and its children together. For Footfall these are the one child that ClickHouse is. */
export interface TreeUsage {
  readonly own: Usage;
  readonly children: Usage;
}

const unknown: Usage = { cpuMs: Number.NaN, rssBytes: Number.NaN, writtenBytes: Number.NaN };

/** Linux only; elsewhere all numbers are NaN. */
export async function usageOf(pid: number): Promise<TreeUsage> {
  try {
    const [own = unknown, ...rest] = await Promise.all([pid, ...(await childrenOf(pid))].map(read));
    const sum = (key: keyof Usage) => rest.reduce((total, usage) => total + usage[key], 0);
    const children = {
      cpuMs: sum("cpuMs"),
      rssBytes: sum("rssBytes"),
      writtenBytes: sum("writtenBytes"),
    };
    return { own, children };
  } catch {
    return { own: unknown, children: unknown };
  }
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
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

/** Bytes that the files below a directory occupy on the disk. Files that vanish meanwhile are left out. */
export async function bytesOnDisk(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const { blocks } = await stat(join(entry.parentPath, entry.name)).catch(() => ({ blocks: 0 }));
    bytes += blocks * blockBytes;
  }
  return bytes;
}

/** Megabytes, for people. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
