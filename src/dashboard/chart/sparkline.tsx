import "./sparkline.css";

interface SparklineProps {
  /** One value per day. The last day is not over, so the line to it is dashed. */
  readonly values: readonly number[];
  readonly label: string;
}

const [width, height, edge] = [240, 56, 2];

/** Draws a small line without axes. Its label has the numbers. */
export function Sparkline({ values, label }: SparklineProps) {
  const max = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, i) => {
    const y = height - edge - (value / max) * (height - 2 * edge);
    return `${(i * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" role="img" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <title>{label}</title>
      <path class="sparkline-fill" d={`M0 ${height} L${points.join(" L")} L${width} ${height} Z`} />
      <path class="sparkline-line" d={`M${points.slice(0, -1).join(" L")}`} />
      <path class="sparkline-line sparkline-open" d={`M${points.slice(-2).join(" L")}`} />
    </svg>
  );
}
