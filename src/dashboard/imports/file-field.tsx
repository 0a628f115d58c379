import { useEffect, useRef, useState } from "preact/hooks";

import { Field } from "../components/field.tsx";
import { importsWords as words } from "../words/imports.ts";
import { locale } from "../words/language.ts";
import { bytesText } from "./texts.ts";

interface FileFieldProps {
  readonly files: readonly File[];
  readonly errors: readonly string[] | undefined;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Asks for files, which can also be dropped on it. */
export function FileField({ files, errors, onChoose }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // The browser's own field keeps the files that the form has forgotten.
  useEffect(() => {
    if (files.length === 0 && input.current !== null) input.current.value = "";
  }, [files]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer?.files;
    if (!dropped?.length || input.current === null || input.current.matches(":disabled")) return;
    input.current.files = dropped;
    onChoose([...dropped]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside takes files by keyboard
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field label={words.files} hint={words.filesHint} errors={errors}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            onChange={({ currentTarget }) => onChoose([...(currentTarget.files ?? [])])}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul class="import-files" aria-label={words.chosenFiles}>
          {files.map((file) => (
            <li key={file.name}>
              {file.name} <span class="muted">{bytesText(locale, file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
