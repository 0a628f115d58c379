/**
 * The answer to a request for a script of another release: a module that reloads the page, but at
 * most once a minute in one tab. While two releases run side by side, a balancer may send a page of
 * one and its scripts of the other.
 *
 * The error at the end ends an `import()` of the file, too.
 */
export const reloadScript = `const key = "footfall reloaded";
if (document.querySelector("body > :not(noscript)") === null) {
  document.body.append("Footfall is being updated. Please reload this page in a minute.");
}
if (Date.now() - Number(sessionStorage.getItem(key)) > 60_000) {
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}
throw new Error("This script belongs to another release of Footfall.");
`;
