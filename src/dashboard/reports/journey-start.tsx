import { useState } from "preact/hooks";

import { goTo } from "../address.ts";
import { Choice } from "../components/choice.tsx";
import { useReport } from "./use-report.ts";
import { ValueField } from "./value-field.tsx";

type Kind = "visit" | "page" | "event";

/** Asks for the page or event at which a journey starts, in place of the visit's beginning. */
export function JourneyStart() {
  const { report, hrefOf } = useReport();
  const [kind, setKind] = useState<Kind>(() => kindOf(report.start));
  const [value, setValue] = useState(
    () => report.start?.slice(kindOf(report.start).length + 1) ?? "",
  );
  const show = (start: string | undefined) =>
    goTo(hrefOf({ start, path: [], page: 1 }), { replace: true });
  const choose = (chosen: Kind) => {
    setKind(chosen);
    if (chosen === "visit" && report.start !== undefined) show(undefined);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    show(`${kind}:${value.trim()}`);
  };
  return (
    <form class="journey-start" onSubmit={submit}>
      <Choice
        label="Start"
        options={[
          { value: "visit", label: report.isBack ? "End of the visit" : "Start of the visit" },
          { value: "page", label: "A page" },
          { value: "event", label: "An event" },
        ]}
        chosen={kind}
        onChoose={choose}
      />
      {kind !== "visit" && (
        <>
          <ValueField
            label={kind === "page" ? "Page" : "Event"}
            type={kind}
            value={value}
            onType={setValue}
          />
          <button class="button primary" type="submit">
            Show
          </button>
        </>
      )}
    </form>
  );
}

function kindOf(start: string | undefined): Kind {
  if (start === undefined) return "visit";
  return start.startsWith("page:") ? "page" : "event";
}
