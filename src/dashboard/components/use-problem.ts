import { useEffect, useState } from "preact/hooks";
import { problemInWords } from "../api/failure.ts";

/** Returns why something failed in the reader's words; "" until they are loaded, and for null. */
export function useProblem(problem: string | null): string {
  const [text, setText] = useState("");
  useEffect(() => {
    void problemInWords(problem ?? "").then(setText);
  }, [problem]);
  return text;
}
