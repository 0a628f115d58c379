import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { openRemotePlaces } from "../../src/commands/remote-places.ts";
import { Lines } from "../../src/import/access-log/lines.ts";
import { LogChain } from "../../src/import/follow/log-chain.ts";
import { temporaryDirectory } from "./clean-up.ts";
import { apiKey, type TestFootfall } from "./footfall.ts";

/** One for all calls, so that each goes on where the one before was killed. */
const follower = "0b7d5a5e-4a44-4a7e-9f0f-6f1f6a3b8f52";

/**
 * Sends a log in the combined format as `footfall follow` does, which is killed then: the last
 * lines are a part that is not settled. Resolves with the number of lines that were sent.
 */
export async function followLines(
  { url }: Pick<TestFootfall, "url">,
  domain: string,
  lines: readonly string[],
): Promise<number> {
  const keyFile = join(await temporaryDirectory(), "key");
  await writeFile(keyFile, apiKey);
  let sent = 0;
  const chain = new LogChain({
    places: await openRemotePlaces({ url, keyFile }, domain),
    follower,
    format: "combined",
    onStored: (outcome) => {
      sent += outcome.lines;
    },
  });
  await chain.feed(Lines.ofBytes(Buffer.from(lines.map((line) => `${line}\n`).join(""))));
  await chain.flush();
  return sent;
}
