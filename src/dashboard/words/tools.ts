export { createTools, type Tools } from "../../base/sentence-tools.ts";
