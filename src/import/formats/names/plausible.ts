import { commonBrowsers, commonDevices, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

/*
 * Plausible's names are those of Matomo's Device Detector, with some of its browsers joined. Its
 * `Mobile App` is any app, and so none of these.
 */

export const plausibleBrowsers = namesOf({
  ...commonBrowsers,
  "360 Browser": "360 phone browser|360 secure browser",
  "AVG Secure Browser": "",
  "Avast Secure Browser": "",
  Baidu: "baidu browser|baidu box app|baidu spark",
  Chrome: "chrome mobile|chrome mobile ios|chromium|headless chrome",
  Dolphin: "",
  Dragon: "comodo dragon",
  DuckDuckGo: "duckduckgo privacy browser",
  Epiphany: "gnome web",
  Falkon: "",
  Firefox: "firefox mobile|firefox mobile ios|firefox focus|firefox reality|firefox klar|fennec",
  Google: "google search app",
  "HeyTap Browser": "heytapbrowser",
  "Huawei Browser": "huawei browser mobile",
  IceCat: "",
  Iceweasel: "",
  "Internet Explorer": "ie mobile",
  Iridium: "",
  Iron: "iron mobile",
  Konqueror: "",
  "LG Browser": "",
  LibreWolf: "",
  Maxthon: "",
  Midori: "",
  Netscape: "",
  Opera: "opera gx|opera mobile|opera next|opera touch|opera neon|opera crypto",
  "Opera Mini": "opera mini ios",
  "Pico Browser": "",
  Puffin: "puffin web browser|puffin secure browser|puffin incognito browser",
  "QQ Browser": "qq browser mini|qq browser lite",
  Quark: "",
  QupZilla: "",
  Safari: "mobile safari|safari technology preview",
  "Sailfish Browser": "",
  "Samsung Internet": "samsung browser|samsung browser lite",
  SeaMonkey: "",
  Silk: "mobile silk",
  Sleipnir: "",
  Slimjet: "",
  "Smart Lenovo Browser": "",
  "Sogou Explorer": "",
  "Sogou Mobile": "sogou mobile browser",
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
  ...["coloros", "cyanogenmod", "fire os", "lineage os", "remix os", "wear os", "yunos"],
];
const linuxes = [
  "gnu/linux|alma linux|alpine linux|amazon linux|arch linux|asplinux|centos|centos stream",
  "clear linux os|debian|deepin|elementary os|endeavouros|fedora|garuda linux|gentoo|kali",
  "knoppix|kubuntu|linspire|lubuntu|mageia|mandriva|manjaro|mint|nixos|opensuse|oracle linux",
  "pardus|pclinuxos|pop!_os|pureos|raspberry pi os|raspbian|red hat|red star|redos|rocky linux",
  "rosa|sabayon|scientific linux|slackware|suse|ubuntu|uos|vectorlinux|void linux|xubuntu",
  "zenwalk|zorinos",
];

export const plausibleSystems = namesOf({
  ...commonSystems,
  AIX: "",
  Android: ["android tv", ...builtOnAndroid].join("|"),
  Bada: "",
  BeOS: "",
  BlackBerry: "blackberry os|blackberry tablet os",
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

export const plausibleDevices = namesOf(commonDevices);

/** Returns the version of a system, but for one that is not the version of what it is built on. */
export function systemVersion(spelling: string, version: string): string {
  return builtOnAndroid.includes(spelling.toLowerCase()) ? "" : version;
}
