import { hiddenCharacters } from "./hidden-characters.ts";

const part = `[^\\s<>,;:"@${hiddenCharacters}]+`;
/** The pattern of an e-mail address: whatever mail programs accept in a list of addresses. */
export const emailAddressPattern = `${part}@${part}`;

const personPart = `[^\\s@${hiddenCharacters}]+`;
/** The pattern of a person's address, which gets mails of its own. */
export const personEmailPattern = `${personPart}@${personPart}`;

/** The limit of an address (RFC 5321). */
const charactersMax = 254;
const wholeAddress = new RegExp(`^${emailAddressPattern}$`);

/** Returns whether the text is one e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= charactersMax && wholeAddress.test(text);
}

const anyAddress = new RegExp(emailAddressPattern, "g");

/** Returns the text with a mark in place of each e-mail address. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(anyAddress, "(address)");
}

/** Returns the form of an e-mail address in which addresses are compared. */
export function comparableEmail(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
