import "./shortcuts.css";
import { useState } from "preact/hooks";

import { closeTo } from "../address/address.ts";
import { Dialog } from "../components/dialog.tsx";
import { isApple } from "../palette/palette-press.ts";
import { useSite } from "../site/site.ts";
import { shortcutsWords } from "../words/shortcuts.ts";
import { areShortcutsOn, shortcuts, switchShortcuts } from "./shortcuts.ts";

/** Lists the keyboard shortcuts, and switches them on and off for this browser. */
export function ShortcutsDialog() {
  const { record, hrefWith } = useSite();
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (wanted: boolean) => {
    switchShortcuts(wanted);
    setOn(wanted);
  };
  return (
    <Dialog title={shortcutsWords.title} onClose={() => closeTo(hrefWith({ open: undefined }))}>
      <dl class="shortcuts">
        {shortcuts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        {record && (
          <div>
            <dt>
              <kbd>{isApple ? shortcutsWords.commandK : shortcutsWords.controlK}</kbd>
            </dt>
            <dd>{shortcutsWords.palette}</dd>
          </div>
        )}
      </dl>
      <label class="check shortcuts-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => change(checked)}
        />
        <span>
          <strong>{shortcutsWords.use}</strong>
          <span class="hint">{shortcutsWords.useHint}</span>
        </span>
      </label>
    </Dialog>
  );
}
