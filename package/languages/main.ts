import { compileLanguages } from "./build.ts";

await compileLanguages();
