/** The Profile tab: every column's measurements, how columns relate, and the quality score. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import type { Profile } from "../../../../market/profile/schemas.ts";
import { formatCount } from "../../../kit/format.ts";
import { Card, Foreign } from "../../../kit/parts.tsx";
import { ColumnPager, type ShownColumns } from "./column-pager.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { Correlations } from "./correlations.tsx";
import { QualityCard } from "./quality-card.tsx";

export type ProfileTabProps = {
  dataset: DatasetDetail;
  /** The profile of the shown columns of the shown table; null if there is none. */
  profile: Profile | null;
  shown: ShownColumns;
  /** The shown table; undefined: the default table. */
  table: string | undefined;
};

export function ProfileTab({ dataset, profile, shown, table }: ProfileTabProps): JSX.Element {
  if (profile === null) {
    const reason = dataset.no_sample?.detail ?? "This table is too wide to show here.";
    return (
      <Card title="No profile">
        <p safe>{reason}</p>
      </Card>
    );
  }
  return (
    <>
      <QualityCard quality={profile.quality} />
      {profile.alerts.length > 0 && (
        <Card title="Findings about the whole table">
          <ul class="bullets small">
            {profile.alerts.map(({ detail }) => (
              <li>
                <Foreign text={detail} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <section class="stack-s" id="columns">
        <h2>
          Columns{" "}
          <span class="muted" safe>
            {formatCount(profile.column_count)}
          </span>
        </h2>
        <ColumnsTable
          columns={profile.columns}
          rows={profile.row_count}
          descriptions={table === undefined ? descriptionsOf(dataset) : new Map()}
        />
        <ColumnPager {...{ dataset, shown, table }} total={profile.column_count} />
      </section>
      <Correlations profile={profile} />
    </>
  );
}

/** For the default table only, because other tables may have columns of the same names. */
function descriptionsOf({ columns }: DatasetDetail): Map<string, string> {
  return new Map(
    columns.flatMap(({ name, description }) =>
      description === undefined ? [] : [[name, description]],
    ),
  );
}
