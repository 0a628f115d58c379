import { runImportLauncher } from "../server/imports/launcher-process.ts";

runImportLauncher(Number(process.argv[2]));
