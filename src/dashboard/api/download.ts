import { isDimension, isOfDays } from "../address/dimension-words.ts";
import { send } from "./request.ts";

/**
 * Downloads a breakdown as CSV that is safe in spreadsheets. The column of the values has the name
 * of the dimension, which are days of some.
 */
export async function downloadCsv(path: string): Promise<void> {
  const head = "value";
  const response = await send(`${path}&safe=1`, { headers: { accept: "text/csv" } });
  const dimension = new URLSearchParams(path.split("?")[1]).get("name") ?? head;
  const name = isDimension(dimension) && isOfDays(dimension) ? "day" : dimension;
  const blob = await response.blob();
  const isOfValues = (await blob.slice(0, head.length + 1).text()) === `${head},`;
  save(response, isOfValues ? new Blob([name, blob.slice(head.length)], blob) : blob);
}

/** Downloads a file of this type. The server names it. */
export async function download(path: string, accept: string): Promise<void> {
  const response = await send(path, { headers: { accept } });
  save(response, await response.blob());
}

function save(response: Response, blob: Blob): void {
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "statistics.csv";
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
