/** Vite turns imported styles into files of their own. */
declare module "*.css";
