/** A meter with its number in hundredths. `score` is from 0 to 1. */
export function QualityMeter({ score, label }: { score: number; label: string }): JSX.Element {
  const hundredths = Math.round(score * 100);
  return (
    <span class="quality">
      <meter
        min="0"
        max="100"
        low="50"
        high="80"
        optimum="100"
        value={String(hundredths)}
        aria-label={label}
      >
        {hundredths} of 100
      </meter>
      <span class="small">{hundredths}</span>
    </span>
  );
}
