/** The quality score and its components, each with an explanation. */
import { capitalize } from "../../../../market/capitalize.ts";
import {
  type Profile,
  profileSchema,
  type QualityComponents,
} from "../../../../market/profile/schemas.ts";
import { QualityMeter } from "../../charts/quality-meter.tsx";

type Part = keyof QualityComponents;

const descriptions = profileSchema.shape.quality.shape.components.shape;

export function QualityCard({ quality }: { quality: Profile["quality"] }): JSX.Element {
  const parts = Object.entries(quality.components) as [Part, number | undefined][];
  return (
    <section class="card stack-m" id="quality">
      <h2>Quality</h2>
      <p>
        <strong class="price" safe>
          {String(Math.round(quality.score * 100))}
        </strong>{" "}
        <span class="muted">of 100, computed from every row</span>
      </p>
      <dl class="parts small">
        {parts.map(([part, share]) =>
          share === undefined ? "" : <QualityPart {...{ part, share, quality }} />,
        )}
      </dl>
      <details class="small">
        <summary>What the parts mean</summary>
        <dl class="stack-s folded">
          {parts.map(([part]) => (
            <>
              <dt>{capitalize(part)}</dt>
              <dd safe>{descriptions[part].meta()?.description ?? ""}</dd>
            </>
          ))}
        </dl>
      </details>
    </section>
  );
}

function QualityPart(props: {
  part: Part;
  share: number;
  quality: Profile["quality"];
}): JSX.Element {
  const { part, share, quality } = props;
  const isCounted = (quality.weights[part] ?? 0) > 0;
  return (
    <>
      <dt>
        {capitalize(part)}
        {!isCounted && " (not counted)"}
      </dt>
      <dd>
        <QualityMeter score={share} label={capitalize(part)} />
      </dd>
    </>
  );
}
