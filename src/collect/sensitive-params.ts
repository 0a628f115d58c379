/**
 * Query parameters that never reach the event log: secrets, and anything that identifies a person.
 * Names are compared by their letters alone, in lower case, so that `api_key`, `apiKey` and
 * `API-Key` are one. docs/statistics-api.md lists both sets and explains why short names are in or
 * out.
 */

/** Names that are sensitive as a whole, or as the last part of a name such as `customer[phone]`. */
export const sensitiveNames: ReadonlySet<string> = new Set([
  ...words(`
    accesscode activate activation activationcode activationkey assertion auth authcode
    authentication authkey authorization bearer cfid clientkey code codeverifier confirm
    confirmation confirmationcode confirmationkey creds csrf hmac invitation invite invitecode
    jwt key licencekey licensekey loginkey magic magiclink mfacode newpass nonce oauthnonce
    oauthverifier otp pass pin psw pw pwd reset resetcode resetkey samlart samlrequest
    samlresponse securitycode sess session sessionhash sessionkey sid sig sign signed totp
    usersession verification verificationcode verificationkey verify wpnonce xsrf
    accountnumber birthdate birthday cardnumber ccnumber clientip contactid contactphone
    creditcard customerid customerphone cvc cvv dateofbirth dob familyname firstname fname
    forename fullname givenname homephone iban ip ipaddress lastname lname login loginname
    mail mailaddress mailto memberid mobilenumber mobilephone msisdn nachname nickname
    passport passportnumber phone phoneno phonenumber realname recipient screenname
    socialsecuritynumber ssn subscriber subscriberid surname taxid tel telefon telephone uid
    uname user userid userip usermail userphone usr visitorid vorname workphone
  `),
  // Identifiers of people in mailers and analytics: HubSpot, Klaviyo, Vero, Kit, MailerLite, Omeda,
  // Google.
  ...words("hsenc kx veroid cksubscriberid mlsubscriber mlsubscriberhash olyanonid olyencid ga"),
]);

/** Words that make a name sensitive anywhere in it: `reset_password_token`, `userEmail`. */
export const sensitiveWords = [
  "accesskey",
  "apikey",
  "contrasena",
  "credential",
  "email",
  "kennwort",
  "motdepasse",
  "passcode",
  "passphrase",
  "passwd",
  "password",
  "passwort",
  "privatekey",
  "secret",
  "sessid",
  "sessionid",
  "signature",
  "token",
  "username",
  "wachtwoord",
] as const;

/** Words that make a name sensitive as its last word: `laravel_session`, `userPass`, `x-auth`. */
export const sensitiveLastWords: ReadonlySet<string> = new Set(words("auth pass sess session"));

// Anyone can send these texts, so no expression here may match from one point to many ends. Each
// takes time in proportion to the length of the text, whatever the text is.
const sensitiveWord = new RegExp(sensitiveWords.join("|"));
/** `user` and `pass` of `user_pass` and `USER_PASS`, `Pass` of `userPass` and `HTTPPass`. */
const wordOfName = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
/** An ASCII character that was percent-encoded once or several times: `%40`, `%2540`. */
const escapedCharacter = /%(?:25)*([0-7][0-9a-f])/gi;
const emailAddress = /[^\s@/]@[\p{L}\p{N}.%-]*[\p{L}\p{N}]\.(?:\p{L}|%[\da-f]{2}){2}/iu;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/;
const tokenCharactersMin = 32;
/** A run that is long enough for a token, in base64, base64url or a simpler alphabet. */
const longRun = new RegExp(`[\\w+/~-]{${tokenCharactersMin},}`, "g");

/** Returns whether a parameter, `name=value` as a URL has it, must not be stored. */
export function isSensitiveParam(param: string): boolean {
  const text = unescapeAscii(param);
  if (hasSensitiveName(text) || isSensitiveText(text)) return true;
  const value = text.slice(text.indexOf("=") + 1);
  return holdsSensitiveParam(value) || (text.includes(";") && holdsSensitiveParam(text));
}

/** Returns whether the value of a parameter must not be stored under any name. */
export function isSensitiveValue(value: string): boolean {
  const text = unescapeAscii(value);
  return isSensitiveText(text) || holdsSensitiveParam(text);
}

/**
 * Returns whether the text has parameters of its own, one of them sensitive. An example is the
 * URL in `next=/reset?token=…`. `;` separates parameters too, where `&` was written as `&amp;`.
 */
function holdsSensitiveParam(text: string): boolean {
  if (!text.includes("=")) return false;
  return text.split(/[?&;#]/).some((one) => one.includes("=") && hasSensitiveName(one));
}

function isSensitiveText(text: string): boolean {
  if (text.includes("@") && emailAddress.test(text)) return true;
  if (text.includes("eyJ") && jsonWebToken.test(text)) return true;
  return text.length >= tokenCharactersMin && (text.match(longRun) ?? []).some(isRandom);
}

function hasSensitiveName(param: string): boolean {
  const equals = param.indexOf("=");
  const name = equals === -1 ? param : param.slice(0, equals);
  const letters = lettersOf(name);
  if (sensitiveNames.has(letters) || sensitiveWord.test(letters)) return true;
  if (sensitiveLastWords.has(name.match(wordOfName)?.at(-1)?.toLowerCase() ?? "")) return true;
  if (!/[.[]/.test(name)) return false;
  const last = name.split(/[.[\]]/).findLast((part) => lettersOf(part) !== "");
  return last !== undefined && sensitiveNames.has(lettersOf(last));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, "");
}

/**
 * Returns whether a long run of characters looks random. Two patterns do:
 *
 * - 32 letters and digits without a separator, which no word has;
 * - upper case, lower case and digits that change in a third of the places, which no slug does.
 */
function isRandom(run: string): boolean {
  if (!/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  const words = run.split(/[^A-Za-z0-9]+/);
  if (words.some((word) => word.length >= tokenCharactersMin && isMixed(word))) return true;
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && turnsIn(run) * 3 >= run.length;
}

function isMixed(word: string): boolean {
  return /\d/.test(word) && /[A-Za-z]/.test(word);
}

/** Returns how many pairs of neighbours differ in class: upper case, lower case, digit. */
function turnsIn(run: string): number {
  let turns = 0;
  let before = "";
  for (const character of run) {
    const now = classOf(character);
    if (now !== "" && before !== "" && now !== before) turns += 1;
    before = now;
  }
  return turns;
}

function classOf(character: string): "upper" | "lower" | "digit" | "" {
  if (character >= "a" && character <= "z") return "lower";
  if (character >= "A" && character <= "Z") return "upper";
  return character >= "0" && character <= "9" ? "digit" : "";
}

/** Returns the text with its ASCII characters unescaped, even if other escapes in it are broken. */
function unescapeAscii(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(escapedCharacter, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
