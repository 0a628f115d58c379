import adsbotGoogle from "./adsbot-google.json" with { type: "json" };
import applebot from "./applebot.json" with { type: "json" };
import bingbot from "./bingbot.json" with { type: "json" };
import ccbot from "./ccbot.json" with { type: "json" };
import claudebot from "./claudebot.json" with { type: "json" };
import duckduckbot from "./duckduckbot.json" with { type: "json" };
import googlebot from "./googlebot.json" with { type: "json" };
import gptbot from "./gptbot.json" with { type: "json" };
import oaiSearchbot from "./oai-searchbot.json" with { type: "json" };
import perplexitybot from "./perplexitybot.json" with { type: "json" };

/** The files that ship with the program, by reader. docs/crawlers.md says where they come from. */
export const shippedFiles: Readonly<Record<string, unknown>> = {
  "adsbot-google": adsbotGoogle,
  applebot,
  bingbot,
  ccbot,
  claudebot,
  duckduckbot,
  googlebot,
  gptbot,
  "oai-searchbot": oaiSearchbot,
  perplexitybot,
};

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
