import type { Config } from "../../base/config.ts";
import { StartRefused } from "../../base/errors.ts";

/** Returns the error whose line tells the operator why the process cannot listen there. */
export function cannotListen(
  error: unknown,
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
): StartRefused {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new StartRefused(`PORT ${PORT} is in use by another program`);
  if (code === "EACCES")
    return new StartRefused(`PORT ${PORT} needs privileges that this user does not have`);
  return new StartRefused(`HOST ${HOST}: ${message}`);
}
