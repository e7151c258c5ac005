/** The Profile tab: the gravest findings, every column, how the score is made, related columns. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import type { ColumnProfile, Profile } from "../../../../market/profile/schemas.ts";
import { formatCount } from "../../../kit/format.ts";
import { TableChoice } from "../table-choice.tsx";
import { tabPath } from "../tabs.tsx";
import { ColumnList } from "./column-list.tsx";
import { ColumnPager, type ShownColumns } from "./column-pager.tsx";
import { Findings } from "./findings.tsx";
import { Pairs } from "./pairs.tsx";
import { NotScored, ScoreCard } from "./score.tsx";

export type ProfileTabProps = {
  dataset: DatasetDetail;
  /** The profile of the shown columns of the shown table; null if there is none. */
  profile: Profile | null;
  shown: ShownColumns;
  /** The shown table; undefined: the default table. */
  table: string | undefined;
};

export function ProfileTab({ dataset, profile, shown, table }: ProfileTabProps): JSX.Element {
  const choice = <TableChoice dataset={dataset} table={table} tab="profile" />;
  if (profile === null) {
    return (
      <>
        {choice}
        <NotScored reason={dataset.no_sample?.detail ?? "This table is too wide to show here."} />
      </>
    );
  }
  const hrefOf = ({ index }: ColumnProfile) => {
    const query = new URLSearchParams(table === undefined ? {} : { table });
    query.set("column", String(index));
    return `${tabPath(dataset.id, "profile")}?${query}#columns`;
  };
  return (
    <>
      {choice}
      <Findings profile={profile} />
      <section class="stack-s" id="columns">
        <h2>
          Columns{" "}
          <span class="muted" safe>
            {formatCount(profile.column_count)}
          </span>
        </h2>
        <p class="small muted" safe>
          {`Measured over all ${formatCount(profile.row_count)} rows. A full bar is 100 %. Columns with findings come first.`}
        </p>
        <ColumnList
          columns={profile.columns}
          rows={profile.row_count}
          descriptions={table === undefined ? descriptionsOf(dataset) : new Map()}
          hrefOf={hrefOf}
        />
        <ColumnPager {...{ dataset, shown, table }} total={profile.column_count} />
      </section>
      <ScoreCard profile={profile} />
      <Pairs profile={profile} />
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
