/** Texts that a spreadsheet takes for a formula. */
export const formulas = [
  "=HYPERLINK(1)",
  "+1",
  "-1",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "-",
  // Some spreadsheets drop them, and read on.
  "\ttext",
  "\rtext",
  "\ntext",
  "＝HYPERLINK(1)",
  "＋1",
  "－1",
  "＠SUM(1)",
  " =1",
  "\u00a0=1",
  "\ufeff=1",
  "\u200b=1",
  "\0=1",
];

/** Texts that no spreadsheet takes for one. */
export const harmless = ["1=1", "a+b", "'=1", "ä", "1", " a"];
