import { runImportProcess } from "../server/imports/import-process.ts";

await runImportProcess();
