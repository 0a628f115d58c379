import { commonBrowsers, commonDevices, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

/*
 * The names of Matomo's Device Detector, which Plausible uses, too, with some browsers joined. Rare
 * browsers are left out: ua-parser-js, which names those of collected events, takes most of them
 * for what they are built on. Plausible's `Mobile App` is any app, and so none of these.
 */

export const detectorBrowsers = namesOf(commonBrowsers, {
  "360 Browser": "360 phone browser|360 secure browser",
  Amaya: "",
  Arora: "",
  "AVG Secure Browser": "",
  "Avast Secure Browser": "",
  Baidu: "baidu browser|baidu box app|baidu spark",
  Basilisk: "",
  Camino: "",
  Chrome: "chrome mobile|chrome mobile ios|chromium|headless chrome",
  Conkeror: "",
  Dillo: "",
  Dolphin: "",
  Dragon: "comodo dragon",
  DuckDuckGo: "duckduckgo privacy browser",
  Epiphany: "gnome web",
  Falkon: "",
  Firefox: [
    "firefox mobile|firefox mobile ios|firefox focus|firefox reality|firefox klar|firefox rocket",
    "fennec",
  ].join("|"),
  Flock: "",
  Google: "google search app",
  "HeyTap Browser": "heytapbrowser",
  "Huawei Browser": "huawei browser mobile",
  iCab: "icab mobile",
  IceCat: "",
  IceDragon: "",
  Iceweasel: "",
  "Internet Explorer": "ie mobile",
  Iridium: "",
  Iron: "iron mobile",
  Jasmine: "",
  "K-Meleon": "",
  Kindle: "kindle browser",
  Konqueror: "",
  "LG Browser": "",
  LibreWolf: "",
  Links: "",
  Lunascape: "lunascape lite",
  Lynx: "",
  Maxthon: "",
  Midori: "",
  Mosaic: "ncsa mosaic",
  NetFront: "netfront life",
  NetSurf: "",
  Netscape: "",
  NokiaBrowser: "nokia browser|nokia oss browser|nokia ovi browser",
  Obigo: "",
  OmniWeb: "",
  Opera: "coast|opera gx|opera mobile|opera next|opera touch|opera neon|opera crypto",
  "Opera Mini": "opera mini ios",
  "Pico Browser": "",
  Polaris: "",
  Puffin: "puffin web browser|puffin secure browser|puffin incognito browser",
  "QQ Browser": "qq browser mini|qq browser lite",
  Quark: "",
  QupZilla: "",
  Rekonq: "",
  RockMelt: "",
  Safari: "mobile safari|safari technology preview",
  "Sailfish Browser": "",
  "Samsung Internet": "samsung browser|samsung browser lite",
  SeaMonkey: "",
  Silk: "mobile silk",
  Skyfire: "",
  Sleipnir: "",
  Slimjet: "",
  "Smart Lenovo Browser": "",
  "Sogou Explorer": "",
  "Sogou Mobile": "sogou mobile browser",
  Swiftfox: "",
  "Tizen Browser": "",
  "UC Browser": "uc browser mini|uc browser turbo|uc browser hd",
  "Vivo Browser": "vivo browser mobile",
  Waterfox: "",
  Whale: "whale browser",
  Wolvic: "",
  "Yandex Browser": "yandex browser lite|yandex browser corp",
});

/** Systems built on Android. They count their versions by themselves. */
const builtOnAndroid = [
  "coloros",
  "cyanogenmod",
  "fire os",
  "lineage os",
  "remix os",
  "wear os",
  "yunos",
];

const linuxes = [
  "gnu/linux|alma linux|alpine linux|amazon linux|arch linux|asplinux|centos|centos stream",
  "clear linux os|debian|deepin|elementary os|endeavouros|fedora|garuda linux|gentoo|kali|kanotix",
  "knoppix|kubuntu|linspire|lubuntu|mageia|mandriva|manjaro|mint|nixos|opensuse|oracle linux",
  "pardus|pclinuxos|pop!_os|pureos|raspberry pi os|raspbian|red hat|red star|redos|rocky linux",
  "rosa|sabayon|scientific linux|slackware|suse|ubuntu|uos|vectorlinux|void linux|xubuntu",
  "zenwalk|zorinos",
];

export const detectorSystems = namesOf(commonSystems, {
  AIX: "",
  AmigaOS: "",
  Android: ["android tv|google tv", ...builtOnAndroid].join("|"),
  Bada: "",
  BlackBerry: "blackberry os|blackberry tablet os",
  "Chrome OS": "chromeos|chromium os|fydeos",
  "Firefox OS": "",
  Haiku: "haiku os",
  HarmonyOS: "openharmony",
  "HP-UX": "",
  Linux: linuxes.join("|"),
  Maemo: "",
  MeeGo: "",
  Nintendo: "nintendo mobile|nintendo switch",
  PlayStation: "playstation portable",
  "RISC OS": "",
  Roku: "roku os",
  Sailfish: "sailfish os",
  SerenityOS: "",
  Symbian: "symbian os|symbian os series 40|symbian os series 60|symbian^3",
  Windows: "windows rt",
});

/** Phones of any size are Mobile, and so are iPods. A car and a loudspeaker have no name. */
export const detectorDevices = namesOf(commonDevices, {
  Mobile: "smartphone|feature phone|phablet|portable media player",
  "": "camera|car browser|peripheral|smart display|smart speaker",
});

/** Returns the version of a system, but for one that is not the version of what it is built on. */
export function systemVersion(spelling: string, version: string): string {
  return builtOnAndroid.includes(spelling.toLowerCase()) ? "" : version;
}
