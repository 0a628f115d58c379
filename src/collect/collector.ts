import { writeRow } from "../events/row.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Part } from "../log/record.ts";
import { localDay, monthOf } from "./calendar.ts";
import { type DropReason, type Incoming, type Step, startDraft } from "./draft.ts";
import { DropCounts } from "./drop-counts.ts";
import type { Salts } from "./salts.ts";
import { Walk, type Walked } from "./walk.ts";

/** Salts of an import's days are asked for together, up to so many. */
const loadedAtOnceMax = 16;

/** Takes events through the pipeline and into the event log. */
export class Collector {
  /** What `collect` dropped. */
  readonly drops: DropCounts;
  readonly #pipeline: Step;
  readonly #salts: Salts;
  readonly #log: EventLog;

  constructor(deps: { pipeline: Step; salts: Salts; log: EventLog }) {
    this.#pipeline = deps.pipeline;
    this.#salts = deps.salts;
    this.#log = deps.log;
    this.drops = new DropCounts(deps.log);
  }

  /** Resolves when the event is durable, or with the reason why it is not counted. */
  async collect(incoming: Incoming): Promise<DropReason | undefined> {
    const day = dayOf(incoming);
    if (this.#salts.known(day) === undefined) await this.#salts.load(day);
    const draft = startDraft(incoming);
    const reason = this.#pipeline(draft);
    if (reason !== undefined) {
      this.drops.add(incoming.website.id, day, reason);
      return reason;
    }
    await this.#log.append(monthOf(draft.row.date), (writer) => writeRow(writer, draft.row));
    return undefined;
  }

  /** Takes events through the pipeline without handing them on. */
  async walk(events: readonly Incoming[]): Promise<Walked> {
    await this.#loadSalts(events);
    const walk = new Walk(this.#pipeline, this.#salts);
    for (const incoming of events) await walk.add(incoming);
    return walk.finish();
  }

  /** Resolves when what `walk` returned is durable, all of it. */
  keep(parts: readonly Part[]): Promise<void> {
    return this.#log.appendParts(parts);
  }

  async #loadSalts(events: readonly Incoming[]): Promise<void> {
    const days = new Set(events.map(dayOf));
    const missing = [...days].filter((day) => this.#salts.known(day) === undefined);
    for (let i = 0; i < missing.length; i += loadedAtOnceMax) {
      const some = missing.slice(i, i + loadedAtOnceMax);
      await Promise.all(some.map((day) => this.#salts.load(day)));
    }
  }
}

function dayOf({ website, timeMs }: Incoming): number {
  return localDay(website.timezone, timeMs);
}
