import { describe, expect, test, vi } from "vitest";
import { Problem } from "../../../src/base/errors.ts";
import { fieldError } from "../../../src/base/field-errors.ts";
import { errorInWords, problemInWords } from "../../../src/dashboard/words/in-words.ts";
import { deliveryProblem } from "../../../src/model/delivery-problems.ts";
import { fileProblem, importProblem } from "../../../src/model/import-problems.ts";

const formats = "combined, caddy";
const why = fileProblem("no_format", { formats });
const refused = importProblem("log_refused", { file: "a: b.log", why });
const gone = importProblem("zip_entries", { file: "a.zip", max: "1000" });

describe("what a server says of a failure", () => {
  test("has words, with those of its reason", () => {
    expect(problemInWords(refused)).toBe(
      "a: b.log: Its first lines have none of these formats: combined, caddy.",
    );
    const stopped = importProblem("file_stopped", { file: "a.gz", why: fileProblem("gzip_cut") });
    expect(problemInWords(stopped)).toBe(
      "a.gz: Its gzip data ends too early. Nothing was imported.",
    );
    expect(problemInWords(gone)).toBe("a.zip has more than 1,000 files.");
    expect(problemInWords(deliveryProblem("answer", { status: 500 }))).toBe(
      "The receiver answered 500.",
    );
  });

  test("has the words of its code if a report could not be read", () => {
    expect(problemInWords(new Problem("QUERY_TOO_LONG").message)).toBe(
      "This query takes too long. Choose fewer days or fewer filters.",
    );
  });

  test("stays as it is if others have said it", () => {
    const system = "connect ECONNREFUSED 127.0.0.1:25";
    expect(problemInWords(system)).toBe(system);
    expect(problemInWords("550 5.1.1 No such user")).toBe("550 5.1.1 No such user");
    const unreadable = importProblem("log_system", { file: "a.log", text: "EIO: i/o error, read" });
    expect(problemInWords(unreadable)).toBe("a.log cannot be read: EIO: i/o error, read");
  });

  test("has words in a form, too, where other errors become sentences", () => {
    expect(errorInWords(importProblem("no_zip", { file: "a.zip" }))).toBe(
      "a.zip is no ZIP archive.",
    );
    expect(errorInWords(deliveryProblem("private_address", { host: "::1" }))).toBe(
      "::1 is a private address. WEBHOOK_PRIVATE_ADDRESSES=on would allow it.",
    );
    expect(errorInWords("must be purple")).toBe("Must be purple.");
  });
});

test("a page in German says it in German, with German numbers", async () => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: { language: "de" } } });
  vi.stubGlobal("location", { search: "" });
  vi.stubGlobal("navigator", { languages: ["de-DE"] });
  try {
    const { loadTexts } = await import("../../../src/dashboard/words/language.ts");
    await loadTexts();
    const german = await import("../../../src/dashboard/words/in-words.ts");
    expect(german.problemInWords(refused)).toBe(
      "a: b.log: Die ersten Zeilen haben keines dieser Formate: combined, caddy.",
    );
    expect(german.problemInWords(gone)).toBe("a.zip enthält mehr als 1.000 Dateien.");
    expect(german.errorInWords(fieldError("number", { min: 0.05, max: 0.9 }))).toBe(
      "Bitte eine Zahl von 0,05 bis 0,9 eingeben.",
    );
    expect(german.problemInWords(deliveryProblem("no_answer", { seconds: 10 }))).toBe(
      "Innerhalb von 10 Sekunden kam keine Antwort.",
    );
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});
