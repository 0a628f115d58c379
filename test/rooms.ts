/**
 * `npm run rooms` prints the folders of `src/`, each with the floor that it is on: one above the
 * highest of those that it imports. test/layout.test.ts has the rules.
 */
import { edges, files, partOf } from "./helpers/source-files.ts";

const rooms = new Map(files.map((file) => [partOf(file), new Set<string>()]));
for (const { from, to } of edges) {
  if (partOf(from) !== partOf(to)) rooms.get(partOf(from))?.add(partOf(to));
}

function floorOf(room: string): number {
  const below = [...(rooms.get(room) ?? [])].map(floorOf);
  return 1 + Math.max(0, ...below);
}

const floors = [...rooms].map(([room, imported]) => ({ room, imported, floor: floorOf(room) }));
const sorted = floors.sort((a, b) => b.floor - a.floor || a.room.localeCompare(b.room));
for (const { room, imported, floor } of sorted) {
  process.stdout.write(
    `${String(floor).padStart(3)} ${room} → ${[...imported].sort().join(", ")}\n`,
  );
}
const arrows = floors.reduce((sum, { imported }) => sum + imported.size, 0);
const highest = Math.max(...floors.map(({ floor }) => floor));
process.stdout.write(`${rooms.size} rooms, ${highest} floors, ${arrows} arrows\n`);
