import type { WebsiteRecord } from "../../model/website.ts";

const log = "/var/log/nginx/access.log";
const gptBot = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";

/** The commands by which reads come to Footfall. */
export interface DoorLines {
  readonly importing: string;
  readonly following: string;
  readonly request: string;
}

/** Returns the commands for a website of the server whose API has this URL. */
export function doorLines(
  { id, domain }: Pick<WebsiteRecord, "id" | "domain">,
  apiUrl: string,
): DoorLines {
  const read = {
    url: `https://${domain}/pricing`,
    user_agent: gptBot,
    ip: "192.0.2.7",
    status: 200,
  };
  return {
    importing: `footfall import --website ${domain} ${log}`,
    following: `footfall follow --website ${domain} ${log}`,
    request: [
      `curl ${apiUrl}/websites/${id}/reads`,
      '  -H "Authorization: Bearer KEY"',
      '  -H "Content-Type: application/json"',
      `  -d '${JSON.stringify([read])}'`,
    ].join(" \\\n"),
  };
}
