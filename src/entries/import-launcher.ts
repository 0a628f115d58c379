import { runImportLauncher } from "../server/imports/launcher-process.ts";

runImportLauncher();
