interface SparklineProps {
  readonly values: readonly number[];
  readonly label: string;
}

const [width, height, edge] = [240, 56, 2];

/** A small line without axes; its label has the numbers. */
export function Sparkline({ values, label }: SparklineProps) {
  const max = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const line = values
    .map((value, i) => {
      const y = height - edge - (value / max) * (height - 2 * edge);
      return `${(i * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(" L");
  return (
    <svg class="sparkline" role="img" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <title>{label}</title>
      <path class="sparkline-fill" d={`M0 ${height} L${line} L${width} ${height} Z`} />
      <path class="sparkline-line" d={`M${line}`} />
    </svg>
  );
}
