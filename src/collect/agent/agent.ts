import { hash } from "node:crypto";
import { isbot } from "isbot";
import { RecentCache } from "../recent-cache.ts";
import { findBrowser } from "./browsers.ts";
import { type ClientHints, cutHints, parseString } from "./client-hints.ts";
import { type Device, findDevice } from "./devices.ts";
import { correctBrowser, correctDevice, correctSystem, isHeadless } from "./hinted.ts";
import { findSystem } from "./systems.ts";

export type { ClientHints, Device };

/** What sent a request. Unknown is "", never a guess. */
export interface Agent {
  readonly bot: boolean;
  /** Without version: `Chrome`, `Samsung Internet` */
  readonly browser: string;
  /** `126`, `17.5` */
  readonly browserVersion: string;
  /** Without version: `Windows`, `macOS`, `iOS` */
  readonly operatingSystem: string;
  /** `11`, `14.5`; macOS and reduced Android agents give a frozen one (10.15, 10) where no hint corrects it */
  readonly operatingSystemVersion: string;
  readonly device: Device | "";
}

/** A model that isbot takes for one of Google's crawlers. */
const notTheCrawler = /; Google TV\b/;

/** An agent longer than this is cut; real ones stay under 600. */
const userAgentCharactersMax = 1024;
/** What is longer is remembered by its hash: an agent with all its hints may have 5 KB. Most have less. */
const keyCharactersMax = 200;

/**
 * What a User-Agent and its client hints say, hints winning where they are the more truthful. Depends on nothing
 * else and never throws. An empty or blank agent is a bot: every browser sends one.
 */
export function recogniseAgent(userAgent: string, hints: ClientHints = {}): Agent {
  const agent = userAgent.slice(0, userAgentCharactersMax);
  const given = cutHints(hints);
  const brandLists = [given.fullVersionList, given.brands];
  const browser = correctBrowser(findBrowser(agent), brandLists);
  const system = correctSystem(findSystem(agent), given.platform, given.platformVersion);
  const device = findDevice(agent, parseString(given.model), system.name);
  return {
    bot: isBotAgent(agent) || brandLists.some(isHeadless),
    browser: browser.name,
    browserVersion: browser.version,
    operatingSystem: system.name,
    operatingSystemVersion: system.version,
    device: correctDevice(device, given, system.name),
  };
}

function isBotAgent(agent: string): boolean {
  return agent.trim() === "" || isbot(agent.replace(notTheCrawler, ""));
}

/**
 * recogniseAgent with a memory of about `entriesMax` (at least 2, else a RangeError) agents used last, of each kind: with
 * hints and without. An entry takes less than 1 KB, whatever is sent.
 */
export function createAgentRecogniser(
  entriesMax: number,
): (userAgent: string, hints?: ClientHints) => Agent {
  const plain = new RecentCache<Agent>(entriesMax);
  const hinted = new RecentCache<Agent>(entriesMax);
  return (userAgent, hints) => {
    const known = hints === undefined ? plain : hinted;
    const cut = userAgent.slice(0, userAgentCharactersMax);
    const key = shorten(hints === undefined ? cut : hintedKey(cut, hints));
    let agent = known.get(key);
    if (agent === undefined) {
      agent = recogniseAgent(userAgent, hints);
      known.set(key, agent);
    }
    return agent;
  };
}

/** Lengths stand before texts, so that no agent can be made to look like another agent's hints. */
function hintedKey(userAgent: string, hints: ClientHints): string {
  const parts = Object.values(cutHints(hints));
  return `${parts.map((part) => part.length).join()}:${parts.join("")}${userAgent}`;
}

/** Hashes begin with a sign that no header has, so that no agent can be written as the hash of another. */
function shorten(key: string): string {
  return key.length <= keyCharactersMax ? key : `\0${hash("sha256", key, "base64")}`;
}
