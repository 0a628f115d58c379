/** Vite turns imported styles into files of their own. */
declare module "*.css";
/** The build makes icons a style sheet, and the module its address. */
declare module "virtual:icons/*" {
  export const href: string;
}
