/** The settings that change what events are called, and what is stored of them. */
export { Corrections } from "./corrections.tsx";
export { PageNames } from "./page-names.tsx";
