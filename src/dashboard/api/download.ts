import { send } from "./request.ts";

/** Downloads a breakdown as CSV that is safe in spreadsheets. */
export function downloadCsv(path: string): Promise<void> {
  return download(`${path}&safe=1`, "text/csv");
}

/** Downloads a file of this type. The server names it. */
export async function download(path: string, accept: string): Promise<void> {
  const response = await send(path, { headers: { accept } });
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "statistics.csv";
  const url = URL.createObjectURL(await response.blob());
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
