/** How the quality score is made: a waterfall of its parts, and what would raise it. */
import { capitalize } from "../../../../market/capitalize.ts";
import { counted } from "../../../../market/counted.ts";
import type { ColumnAlertCode, FileAlertCode } from "../../../../market/profile/alerts.ts";
import type { Profile, QualityComponents } from "../../../../market/profile/schemas.ts";
import { shortName } from "../../charts/marks.ts";
import { Waterfall, type WaterfallPart } from "../../charts/waterfall.tsx";

type Part = Exclude<keyof QualityComponents, "documentation">;

type PartWords = {
  /** The findings that lower the part. */
  codes: readonly (ColumnAlertCode | FileAlertCode)[];
  whole: string;
  loss: string;
  /** What the seller may do. */
  raise: string;
};

const parts: Record<Part, PartWords> = {
  completeness: {
    codes: ["all_missing", "mostly_missing", "missing_values", "date_gaps"],
    whole: "No cell and no period is missing",
    loss: "Cells or periods are missing",
    raise: "Fill missing cells and gaps in time, or leave out columns that are mostly empty.",
  },
  uniqueness: {
    codes: ["duplicate_rows", "repeated_keys", "nearly_key"],
    whole: "No row repeats another one beyond chance",
    loss: "Rows or keys repeat",
    raise: "Remove repeated rows, and keep one row for each key.",
  },
  validity: {
    codes: ["mixed_types", "odd_values", "broken_characters"],
    whole: "Every value fits its column's type and spelling",
    loss: "Values do not fit their column's type or spelling",
    raise: "Correct values that differ from the type or spelling of their column.",
  },
  consistency: {
    codes: ["short_rows", "long_rows", "cut_off", "missing_tokens"],
    whole: "One structure from the first row to the last",
    loss: "Rows differ in length, or missing values in their spelling",
    raise: "Give all rows the same cells, and write every missing value in the same way.",
  },
  plausibility: {
    codes: ["implausible_numbers", "sentinel_values", "outliers"],
    whole: "Every number has the scale of its column",
    loss: "Numbers are out of scale, or zeros stand for missing values",
    raise: "Correct numbers with another scale, and leave missing values empty.",
  },
  coherence: {
    codes: ["broken_order"],
    whole: "Columns keep their order and their relations",
    loss: "Values break an order or a relation",
    raise: "Correct rows that break the order or the relation of their columns.",
  },
  information: {
    codes: ["constant", "noise", "dominant_value"],
    whole: "Every column is informative",
    loss: "Columns are constant, nearly constant, or unrelated to all others",
    raise: "Leave out columns with one value, and keep columns that explain others.",
  },
};

const namesShownMax = 3;
const advicesShownMax = 3;
/** A part that takes less is not worth an advice. */
const pointsMin = 0.5;

export function ScoreCard({ profile }: { profile: Profile }): JSX.Element {
  const { score, not_scored: reason } = profile.quality;
  if (score === null) return <NotScored reason={reason ?? "This file is not a table."} />;
  const scored = partsOf(profile);
  const advices = scored
    .map(({ part, share }) => ({ part, gain: gainOf(score, share) }))
    .filter(({ gain }) => gain >= pointsMin)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, advicesShownMax);
  return (
    <section class="view" id="quality">
      <h2>{`How the score of ${Math.round(score * 100)} is made`}</h2>
      <Waterfall parts={scored} />
      {advices.length > 0 && (
        <>
          <h3>What would raise it</h3>
          <ul class="bullets small">
            {advices.map(({ part, gain }) => (
              <li>
                <strong>{`${capitalize(part)}, up to +${Math.max(1, Math.round(gain))}: `}</strong>
                {parts[part].raise}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Shown for a file that has no score. */
export function NotScored({ reason }: { reason: string }): JSX.Element {
  return (
    <section class="view" id="quality">
      <h2>Not scored</h2>
      <p safe>{reason}</p>
    </section>
  );
}

/** Points that the score would have more if the part took nothing. */
function gainOf(score: number, share: number): number {
  return share > 0 ? 100 * (Math.min(1, score / share) - score) : 0;
}

function partsOf(profile: Profile): (WaterfallPart & { part: Part })[] {
  const { components, weights } = profile.quality;
  return (Object.keys(parts) as Part[]).flatMap((part) => {
    const found = components[part];
    if (found === undefined || (weights[part] ?? 0) === 0) return [];
    const share = found ** (weights[part] ?? 1);
    return [{ part, name: capitalize(part), share, reason: reasonOf(part, found, profile) }];
  });
}

function reasonOf(part: Part, share: number, profile: Profile): string {
  const { codes, whole, loss } = parts[part];
  if (share >= 0.99995) return whole;
  if (share >= 0.9995) return "Deducts less than 0.1 points";
  const own = ownReason(part, profile);
  const columns = profile.columns.filter(({ alerts }) =>
    alerts.some(({ code }) => (codes as readonly string[]).includes(code)),
  );
  const names = columns.slice(0, namesShownMax).map(({ name }) => shortName(name));
  const more = columns.length - names.length;
  const listed = [...names, ...(more > 0 ? [counted(more, "more column")] : [])].join(", ");
  return listed === "" ? own : `${own}, in ${listed}`;

  function ownReason(of: Part, { completeness, duplicates }: Profile): string {
    if (of === "completeness" && completeness.cells_missing > 0) {
      return `${counted(completeness.cells_missing, "cell")} of ${completeness.cells_total.toLocaleString("en")} missing`;
    }
    if (of === "uniqueness" && duplicates.rows > 0) {
      return `${counted(duplicates.rows, "row repeats another one", "rows repeat another one")}`;
    }
    return loss;
  }
}
