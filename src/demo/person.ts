import type { Random, Weighted } from "./random.ts";

/** A made-up person, with the properties that an event tells of a person. */
export interface Person {
  readonly ip: string;
  readonly user_agent: string;
  readonly language: string;
  readonly screen: string;
}

interface Country {
  readonly languages: readonly Weighted<string>[];
  /** Range of the first two numbers of IP addresses from providers there. */
  readonly ips: readonly [first: number, secondFrom: number, secondTo: number];
}

const english: Country["languages"] = [[1, "en"]];

const countries: readonly Weighted<Country>[] = [
  [26, { languages: [...english, [0.1, "es"]], ips: [73, 0, 255] }],
  [17, { languages: [[8, "de"], ...english], ips: [79, 192, 255] }],
  [11, { languages: english, ips: [86, 128, 191] }],
  [8, { languages: [[8, "fr"], ...english], ips: [90, 0, 127] }],
  [6, { languages: [[3, "nl"], ...english], ips: [84, 24, 31] }],
  [6, { languages: [...english, [0.3, "hi"]], ips: [117, 192, 255] }],
  [5, { languages: english, ips: [99, 224, 255] }],
  [4, { languages: [[8, "ja"], ...english], ips: [126, 0, 255] }],
  [4, { languages: [[8, "es"], ...english], ips: [83, 32, 63] }],
  [3, { languages: [[8, "it"], ...english], ips: [79, 0, 63] }],
  [3, { languages: [[8, "pl"], ...english], ips: [83, 0, 31] }],
  [3, { languages: english, ips: [1, 120, 127] }],
  [2, { languages: [[3, "sv"], ...english], ips: [78, 64, 79] }],
  [2, { languages: [[6, "de"], [3, "fr"], ...english], ips: [178, 192, 223] }],
];

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const desktop: readonly Weighted<string>[] = [
  [30, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  [10, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  [18, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  [
    14,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  [
    9,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  ],
  [9, "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0"],
  [6, "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"],
  [4, `Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
];
const iOs = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const mobile: readonly Weighted<string>[] = [
  [48, `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${iOs}`],
  [40, `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    8,
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [4, "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"],
];
const tablet = `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${iOs}`;

const desktopScreens: readonly Weighted<string>[] = [
  [40, "1920x1080"],
  [20, "2560x1440"],
  [15, "1536x864"],
  [12, "1440x900"],
  [8, "1366x768"],
  [5, "3840x2160"],
];
const mobileScreens: readonly Weighted<string>[] = [
  [40, "390x844"],
  [25, "412x915"],
  [20, "360x800"],
  [15, "430x932"],
];

/** Returns a new person. `mobileShare` is the share of those who use a phone, tablets aside. */
export function makePerson(random: Random, mobileShare: number): Person {
  const country = random.pick(countries);
  const [first, secondFrom, secondTo] = country.ips;
  const rest = [random.integer(secondFrom, secondTo), random.integer(0, 255)];
  return {
    ip: [first, ...rest, random.integer(1, 254)].join("."),
    language: random.pick(country.languages),
    ...makeDevice(random, mobileShare),
  };
}

function makeDevice(random: Random, mobileShare: number) {
  if (random.happens(0.04)) return { user_agent: tablet, screen: "820x1180" };
  return random.happens(mobileShare)
    ? { user_agent: random.pick(mobile), screen: random.pick(mobileScreens) }
    : { user_agent: random.pick(desktop), screen: random.pick(desktopScreens) };
}
