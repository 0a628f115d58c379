import { translated } from "./language.ts";

/** The texts of the view in which editors share a website. */
export const sharingWords = translated("sharing", {
  access: "Access",
  who: "Who can see the statistics",
  privacy: {
    private: { label: "Private", hint: "Only people who sign in and may see this website." },
    password: {
      label: "Password",
      hint: "Anyone with the password can see them, revenue included, at the page's address.",
    },
    public: {
      label: "Public",
      hint: "Anyone can see them, revenue included. With filters, somebody could find out what a single visitor did that day.",
    },
  },
  password: "Password",
  newPassword: "New password",
  keepPassword: "Leave empty to keep the current password.",
  addressName: "the address of the page",
  openAsViewer: "Open as a viewer",

  embed: "Embed",
  embedHint: "Paste this where the statistics shall appear.",
  embedName: "the code to embed",
  frameTitle: (domain: string) => `Statistics of ${domain}`,
  ancestors: (domain: string) =>
    `The setting FRAME_ANCESTORS of the server must name the address of that page. For pages of ${domain} it is:`,
  ancestorsName: "the setting",
  embedNotPublic:
    "Other pages can embed the statistics of a public website. This one is not public.",

  links: "Shared links",
  linksHint:
    "Whoever has a link sees the statistics, whatever is chosen above. A segment or some reports limit what the link shows.",
  make: "Make a link",
  makeDone: "Make link",
  deleteHint:
    "The link shows nothing from then on. It cannot be made again; a new link has another address.",
  neverUsed: "Never used",
  lastUsed: (day: string) => `Last used on ${day}`,
  withExpiry: (used: string, time: string, isOver: boolean) =>
    isOver ? `${used}, expired on ${time}` : `${used}, expires on ${time}`,
  hasPassword: "Password",
  isOver: "Expired",
  openByLink: (name: string) => `Open as a viewer by the link ${name}`,
  linkName: (name: string) => `the link ${name}`,
  unnamedSegment: (id: number) => `segment ${id}`,
  ofSegment: (reports: string, segment: string) => `${reports}, of the segment ${segment}`,
  name: "Name",
  nameHint: "Only you see it: whom the link is for.",
  segment: "Segment",
  segmentHint: "With one, the link shows these visitors alone.",
  everybody: "All visitors",
  reports: "Reports",
  allReports: "All reports but Crawlers",
  someReports: "Only some",
  optionalPassword: "Password (optional)",
  optionalNewPassword: "New password (optional)",
  removePassword: "Remove the password",
  /** The code is that of the language of this text. */
  language: "With ?lang=en at its end, the address opens the page in English.",
});
