import { hash } from "node:crypto";
import { isbot } from "isbot";
import { RecentCache } from "../../base/recent-cache.ts";
import type { Purpose } from "../../model/choices.ts";
import { findReader, type Reader, unnamedReader } from "../../reads/reader.ts";
import { botName } from "./bot-name.ts";
import { findBrowser } from "./browsers.ts";
import { type ClientHints, cutHints, parseString } from "./client-hints.ts";
import { type Device, findDevice } from "./devices.ts";
import { correctBrowser, correctDevice, correctSystem, isHeadless } from "./hinted.ts";
import { findSystem } from "./systems.ts";

export type { ClientHints, Device };

/** The program that sent a request. Unknown properties are "", never a guess. */
export interface Agent {
  readonly bot: boolean;
  /** Whether a client hint says that it runs without a window. */
  readonly isHeadless: boolean;
  /** The program that reads, if it is a bot. */
  readonly reader: Reader | undefined;
  /** Without version: `Chrome`, `Samsung Internet` */
  readonly browser: string;
  /** `126`, `17.5` */
  readonly browserVersion: string;
  /** Without version: `Windows`, `macOS`, `iOS` */
  readonly operatingSystem: string;
  /**
   * `11`, `14.5`. macOS and reduced Android agents give a frozen one (10.15, 10), unless a hint
   * corrects it.
   */
  readonly operatingSystemVersion: string;
  readonly device: Device | "";
}

/** A model that isbot mistakes for one of Google's crawlers. */
const notTheCrawler = /; Google TV\b/;

/** Limit of an agent; longer ones are cut. Real ones stay under 600. */
const userAgentCharactersMax = 1024;
/**
 * The cache stores a longer key as its hash. An agent with all its hints may have 5 KB; most have
 * less.
 */
const keyCharactersMax = 200;

/**
 * Returns the agent by its User-Agent and its client hints; hints win where they are more truthful.
 * The result depends on nothing else, and the function never throws. An empty or blank User-Agent
 * is a bot, because every browser sends one.
 */
export function recogniseAgent(userAgent: string, hints: ClientHints = {}): Agent {
  const agent = userAgent.slice(0, userAgentCharactersMax);
  const shortHints = cutHints(hints);
  const brandLists = [shortHints.fullVersionList, shortHints.brands];
  const browser = correctBrowser(findBrowser(agent), brandLists);
  const system = correctSystem(findSystem(agent), shortHints.platform, shortHints.platformVersion);
  const device = findDevice(agent, parseString(shortHints.model), system.name);
  const hasNoWindow = brandLists.some(isHeadless);
  const reader = readerOf(agent, hasNoWindow);
  return {
    bot: reader !== undefined,
    isHeadless: hasNoWindow,
    reader,
    browser: browser.name,
    browserVersion: browser.version,
    operatingSystem: system.name,
    operatingSystemVersion: system.version,
    device: correctDevice(device, shortHints, system.name),
  };
}

/**
 * Returns who reads: a reader of the list, or a bot under its own name. Apps for people have names
 * that are in the list as well, such as WhatsApp, so the list alone makes no bot of an agent but of
 * those that read for models and assistants.
 */
function readerOf(agent: string, isHeadless: boolean): Reader | undefined {
  const listed = findReader(isHeadless ? `${agent} HeadlessChrome` : agent);
  if (listed !== undefined && ofModels.has(listed.purpose)) return listed;
  if (!isHeadless && !isBotAgent(agent)) return undefined;
  const name = botName(agent);
  // A crawler that is not in the list may name the library that it is made with.
  if (listed !== undefined && (listed.purpose !== "tool" || !crawlerName.test(name))) return listed;
  return name === "" ? unnamedReader : { ...unnamedReader, name };
}

const crawlerName = /(?:bot|spider|crawler)$/i;

const ofModels: ReadonlySet<Purpose> = new Set(["training", "assistant_search", "assistant_user"]);

function isBotAgent(agent: string): boolean {
  return agent.trim() === "" || isbot(agent.replace(notTheCrawler, ""));
}

/**
 * Returns recogniseAgent with a cache of about `entriesMax` recently used agents of each kind: with
 * hints and without. An entry takes less than 1 KB, whatever a client sends. Throws RangeError if
 * `entriesMax` is below 2.
 */
export function createAgentRecogniser(
  entriesMax: number,
): (userAgent: string, hints?: ClientHints) => Agent {
  const withoutHints = new RecentCache<Agent>(entriesMax);
  const withHints = new RecentCache<Agent>(entriesMax);
  return (userAgent, hints) => {
    const cache = hints === undefined ? withoutHints : withHints;
    const cut = userAgent.slice(0, userAgentCharactersMax);
    const key = shorten(hints === undefined ? cut : hintedKey(cut, hints));
    let agent = cache.get(key);
    if (agent === undefined) {
      agent = recogniseAgent(userAgent, hints);
      cache.set(key, agent);
    }
    return agent;
  };
}

/** Returns a key with lengths before texts, so that no agent can imitate another agent's hints. */
function hintedKey(userAgent: string, hints: ClientHints): string {
  const parts = Object.values(cutHints(hints));
  return `${parts.map((part) => part.length).join()}:${parts.join("")}${userAgent}`;
}

/**
 * Returns a long key as its hash. Hashes begin with a character that no header has, so that no
 * agent can be written as the hash of another.
 */
function shorten(key: string): string {
  return key.length <= keyCharactersMax ? key : `\0${hash("sha256", key, "base64")}`;
}
