import type { PublishedRanges } from "../operator-ranges.ts";

/** The ranges that ship with the program: none, as docs/crawlers.md says with the reason. */
export const shippedRanges: readonly PublishedRanges[] = [];

/**
 * The readers whose addresses their operator publishes in one file, by the reader that the file is
 * named after.
 */
export const families: Readonly<Record<string, readonly string[]>> = {
  "adsbot-google": [
    "AdsBot-Google-Mobile",
    "AdsBot-Google-Mobile-Apps",
    "Mediapartners-Google",
    "APIs-Google",
    "Google-Safety",
  ],
  claudebot: ["Claude-SearchBot", "Claude-User"],
  googlebot: [
    "Googlebot-Image",
    "Googlebot-Mobile",
    "Googlebot-News",
    "Googlebot-Video",
    "Storebot-Google",
    "Google-InspectionTool",
    "GoogleOther",
    "GoogleOther-Image",
    "GoogleOther-Video",
    "Google-CloudVertexBot",
  ],
};
