import { expect, test } from "vitest";
import { recogniseAgent } from "../../../src/collect/agent/agent.ts";

const android =
  "Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

test.each([
  [android, "[Pinterest/Android]"],
  [iphone, "[Pinterest/iOS]"],
  [android, "WhatsApp/2.24.10.83"],
  [iphone, "WhatsApp/2.24.10"],
  [android, "Instagram 339.0.0.30.105 Android (34/14; 480dpi; 1080x2115; samsung; SM-S911B)"],
  [iphone, "[FBAN/MessengerForiOS;FBAV/460.0;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5]"],
  [android, "Line/14.9.0/IAB"],
  [iphone, "Snapchat/12.91.0.40 (like Safari/8618.2.12.10.9, panda)"],
  [iphone, "Version/17.5 DuckDuckGo/7 Safari/605.1.15"],
  [android, "Viber/22.8"],
  [android, "KAKAOTALK 10.8.5"],
  [android, "NAVER(inapp; search; 1000; 12.5)"],
  [iphone, "[LinkedInApp]/9.29"],
  [iphone, "musical_ly_34.5.0 BytedanceWebview/d8a21c6"],
  [android, "Telegram-Android/11.2 (Samsung SM-S911B; Android 14; SDK 34; HIGH)"],
  [iphone, "ChatGPT/1.2025.1"],
  [android, "Perplexity/2.1"],
  [chrome, "Claude/0.9 Electron/33.0"],
  [chrome, "Slack/4.38 Electron/30.0"],
  [chrome, "Notion/3.0 Electron/30.0"],
])("people who use the app are no readers: %s %s", (browser, app) => {
  expect(recogniseAgent(`${browser} ${app}`).reader).toBeUndefined();
});

test.each([
  ["ChatGPT-User/1.0; +https://openai.com/bot", "ChatGPT-User"],
  ["MistralAI-User/1.0; +https://docs.mistral.ai/robots", "MistralAI-User"],
  ["Claude-User/1.0; +Claude-User@anthropic.com", "Claude-User"],
  ["Google-Agent; +https://developers.google.com/", "Google-Agent"],
  ["Agent-NovaAct/0.9", "NovaAct"],
  ["meta-webindexer/1.1", "meta-webindexer"],
])(
  "what reads for an assistant is a bot, whether it looks like one or not: %s",
  (program, name) => {
    expect(recogniseAgent(`${chrome} ${program}`)).toMatchObject({ bot: true, reader: { name } });
  },
);

test.each([
  ["NiceBot/1.0 python-requests/2.32.3", "NiceBot", "other"],
  ["Mozilla/5.0 (compatible; NiceBot/1.0) Scrapy/2.11", "NiceBot", "other"],
  ["python-requests/2.32.3", "python-requests", "tool"],
  ["Apache-HttpClient/4.5.13 (Java/17.0.2)", "Apache-HttpClient", "tool"],
  ["Scrapy/2.11.2 (+https://scrapy.org)", "Scrapy", "tool"],
])("a library is the reader if no crawler is named: %s", (agent, name, purpose) => {
  expect(recogniseAgent(agent).reader).toEqual({ name, operator: "", purpose });
});

test("a headless browser that only a hint tells of has the name of one", () => {
  const brands = '"Chromium";v="126", "HeadlessChrome";v="126"';
  expect(recogniseAgent(chrome, { brands }).reader?.name).toBe("HeadlessChrome");
});
