import UAParser from "ua-parser-js";

import type { Rule } from "./rule.ts";

export type Device = "Desktop" | "Mobile" | "Tablet" | "TV" | "Console" | "Wearable";

/**
 * Devices that name themselves beyond their system. Headsets are Wearable, because people wear
 * them. A car is none of the six.
 */
const rules: readonly Rule<Device | "">[] = [
  [/\b(?:Xbox|PlayStation|Nintendo)\b/i, "Console"],
  [/\b(?:OculusBrowser|PicoBrowser|Mobile VR)\b|; Quest\b/, "Wearable"],
  [/\bSM-[LR]\d{3}|\bwatchOS\b|\bWatch\d+,\d|\bPixel Watch\b/i, "Wearable"],
  [/\bTV\b|\b(?:AppleTV|tvOS|Android ?TV|Google ?TV|Smart-?TV|DTV|NETTV|MiTV|MIBOX)/i, "TV"],
  [/\b(?:HbbTV|CE-HTML|BRAVIA|Web0S|Roku|CrKey|Chromecast|SmartCast|VIDAA|NetCast|Viera)/i, "TV"],
  [/; AFT[A-Z]/, "TV"],
  [/\bTesla\b|\bQtCarBrowser\b|\bAndroid Automotive\b/i, ""],
  [/\bOpera (?:Mini|Mobi)\b|\b(?:KAIOS|MIDP|UCWEB\d|Windows Phone|IEMobile|BB10)\b/i, "Mobile"],
  [/\biPad|\bKindle\b|\bPlayBook\b|\(Tablet; OpenHarmony/, "Tablet"],
  [/\bi(?:Phone|Pod)\b|\(Phone; OpenHarmony/, "Mobile"],
  [/\(PC; OpenHarmony/, "Desktop"],
];

const computers = new Set(["Windows", "macOS", "Chrome OS"]);
/** Systems of computers that run on other things too, whose agents then say so. */
const mostlyComputers = /^(?:Linux|Solaris|Haiku)$|BSD$/;

const types: Readonly<Record<string, Device | "">> = {
  mobile: "Mobile",
  tablet: "Tablet",
  smarttv: "TV",
  console: "Console",
  wearable: "Wearable",
  embedded: "",
};

const parser = new UAParser("");

/**
 * Returns the kind of device that the agent names, else the kind that its system runs on. Android's
 * word for a phone is `Mobile`. An Android agent without that word is a tablet, unless ua-parser-js
 * knows the model as something else.
 */
export function findDevice(userAgent: string, model: string, system: string): Device | "" {
  const text = model === "" ? userAgent : `${userAgent}; ${model}`;
  for (const [pattern, device] of rules) if (pattern.test(text)) return device;
  if (computers.has(system)) return "Desktop";
  const android = system === "Android" || system === "HarmonyOS";
  if (android && /\bMobile\b/.test(userAgent)) return "Mobile";
  const type = types[parser.setUA(userAgent).getDevice().type ?? ""];
  if (android) return type === undefined || type === "Mobile" ? "Tablet" : type;
  return type ?? (mostlyComputers.test(system) ? "Desktop" : "");
}
