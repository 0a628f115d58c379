import type { AnnotationRecord } from "../../model/annotation.ts";
import { chartWords } from "../words/chart.ts";
import { metricsWords } from "../words/metrics.ts";
import { format } from "../words/reader.ts";
import {
  axisWidthPx,
  type ChartData,
  metricsOf,
  noteText,
  numberText,
  type Pointed,
} from "./tip-text.ts";

/** Limits the annotations beside a point. The table has all of them. */
const notesMax = 4;

/** Width of a chart from which there is room for the tip beside every point. */
const besideWidthPx = 600;
/** The space between a point and its tip. */
const gapPx = 16;

interface TipProps {
  readonly data: ChartData;
  readonly pointed: Pointed;
  readonly notes: readonly AnnotationRecord[] | undefined;
  /** Adds a note to the point; undefined for those who may not. */
  readonly onAnnotate: ((point: string) => void) | undefined;
  readonly widthPx: number;
  /** Is called when the pointer or the focus comes (true) or goes (false). */
  readonly onHover: (isOver: boolean) => void;
}

/** Shows the numbers of a point in the plot beside it, so that it covers nothing else. */
export function Tip({ data, pointed, notes = [], onAnnotate, widthPx, onHover }: TipProps) {
  const { index, leftPx } = pointed;
  const { points, lines, before, interval } = data;
  const point = points[index];
  if (point === undefined) return null;
  const earlier = before?.points[index];
  const pointPx = axisWidthPx + leftPx;
  const isInRightHalf = pointPx > widthPx / 2;
  const style = isInRightHalf
    ? { right: `${widthPx - pointPx + gapPx}px` }
    : { left: `${pointPx + gapPx}px` };
  // A phone has no room beside the point, so the tip is at the other edge.
  const edgeStyle = isInRightHalf ? { left: "0" } : { right: "0" };
  return (
    <div
      class="tip"
      style={widthPx < besideWidthPx ? edgeStyle : style}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocusCapture={() => onHover(true)}
      onBlurCapture={() => onHover(false)}
    >
      <div aria-hidden="true">
        <table>
          <thead>
            <tr>
              <th>{format.point(point, interval)}</th>
              <th />
              {earlier !== undefined && <th>{format.point(earlier, interval)}</th>}
            </tr>
          </thead>
          <tbody>
            {metricsOf(data).map(({ metric, line }) => (
              <tr key={line} class={`${line}-line`}>
                <th>{metricsWords.names[metric]}</th>
                <td>{numberText(lines[line]?.[index], metric)}</td>
                {earlier !== undefined && (
                  <td>{numberText(before?.lines[line]?.[index], metric)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {notes.slice(0, notesMax).map((note) => (
          <p key={note.id} class="tip-note">
            {noteText(note, interval)}
          </p>
        ))}
        {notes.length > notesMax && (
          <p class="tip-note">{chartWords.moreNotes(notes.length - notesMax)}</p>
        )}
      </div>
      {onAnnotate && (
        <button class="quiet-button" type="button" onClick={() => onAnnotate(point)}>
          {chartWords.addNote(format.point(point, interval))}
        </button>
      )}
    </div>
  );
}
