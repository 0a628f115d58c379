import { once } from "node:events";
import { chmod, mkdtemp, rm, symlink } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Drain, DrainProgress } from "./drain.ts";

/** A socket in `DATA_DIR`. Whoever may use it may drain. */
const socketName = "drain";
/** Systems cut longer paths of sockets off, at 104 or 108 bytes with a zero at the end. */
const pathBytesMax = 100;

/**
 * Lets commands of the same user drain this Footfall: a connection to `directory/drain` joins the
 * drain, and leaves it when it closes. It gets the progress, one JSON text a line.
 *
 * The process must have the lock of the directory: a socket that is there is one that a dead
 * process left behind. Returns a function that removes the socket. Connections stay open until the
 * process ends, which tells the commands that it has.
 */
export async function listenForDrains(
  directory: string,
  drain: Drain,
): Promise<() => Promise<void>> {
  const path = join(directory, socketName);
  const connections = new Set<Socket>();
  let isStopping = false;
  const server = createServer((socket) => {
    connections.add(socket);
    if (isStopping) socket.unref();
    const leave = drain.join((progress) => {
      socket.write(`${JSON.stringify(progress)}\n`);
      if (progress.state === "stalled") socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      connections.delete(socket);
      leave();
    });
    socket.resume();
  });
  await rm(path, { force: true });
  await atShortPath(directory, (shortPath) => listen(server, shortPath));
  await chmod(path, 0o600);
  return async () => {
    isStopping = true;
    drain.stop();
    server.close();
    for (const socket of connections) socket.unref();
    await rm(path, { force: true });
  };
}

/**
 * Joins a drain of the Footfall that runs on the directory, until `signal`, and calls `listener`
 * with its progress. Resolves with true when that Footfall has ended the connection, and with false
 * if none runs.
 */
export async function joinDrain(
  directory: string,
  listener: (progress: DrainProgress) => void,
): Promise<boolean> {
  const socket = await atShortPath(directory, dial);
  if (socket === undefined) return false;
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) listener(JSON.parse(line) as DrainProgress);
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return true;
}

/**
 * Runs the task with a path of the socket that is short enough. For a directory whose path is too
 * long, that leads through a temporary link.
 */
async function atShortPath<T>(directory: string, task: (path: string) => Promise<T>): Promise<T> {
  const path = join(directory, socketName);
  if (Buffer.byteLength(path) <= pathBytesMax) return task(path);
  const linkDirectory = await mkdtemp(join(tmpdir(), "footfall-"));
  try {
    const link = join(linkDirectory, "d");
    await symlink(directory, link);
    return await task(join(link, socketName));
  } finally {
    await rm(linkDirectory, { recursive: true, force: true });
  }
}

async function listen(server: Server, path: string): Promise<void> {
  // Until its mode is set, only this user may use the socket either.
  const before = process.umask(0o077);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, "listening");
}

/** Resolves with a connection, or undefined if nobody listens there. */
async function dial(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ECONNREFUSED") return undefined;
    throw error;
  }
}
