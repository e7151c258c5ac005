/** Combines the steps of a job on several tables into one report. */
import { CARD_TABLES_MAX } from "../../market/profile/chart-limits.ts";
import type { ProfileCharts } from "../../market/profile/charts.ts";
import { explainNoSample } from "../../market/profile/no-sample.ts";
import type { Profile, ProfileAlert } from "../../market/profile/schemas.ts";
import type { DatasetTable } from "../../market/profile/table-schemas.ts";
import { listNames } from "../base/list-names.ts";
import type { NoSampleCode, SampleRefusal } from "../base/refusal.ts";
import type {
  DatasetReport,
  OtherTable,
  PlannedTable,
  TableStep,
  TablesPlan,
} from "../base/report.ts";
import { referencesOf } from "./link-tables.ts";

type Generated = Extract<DatasetReport, { outcome: "generated" }>;

/** Takes the steps of one job and makes a report of those that arrived. */
export class TablesCollector {
  #plan: TablesPlan | null = null;
  #begun: number | null = null;
  readonly #reports = new Map<number, DatasetReport>();

  take(step: TableStep): void {
    if (step.step === "plan") this.#plan = step.plan;
    if (step.step === "begin") this.#begun = step.position;
    if (step.step !== "table" || !this.#plan?.tables[step.position]) return;
    this.#reports.set(step.position, step.report);
  }

  /**
   * The file's report; the table with the most cells represents the file. Null if no plan arrived.
   */
  finish(): DatasetReport | null {
    return this.#plan ? this.#assemble(this.#plan, null) : null;
  }

  /**
   * The report of a job that ended at one of its tables, with the code of the failure. Null if no
   * table was read before, so that nothing can be saved.
   */
  salvage(code: string): DatasetReport | null {
    const hasTable = [...this.#reports.values()].some(({ outcome }) => outcome === "generated");
    return hasTable && this.#plan ? this.#assemble(this.#plan, code) : null;
  }

  #assemble(plan: TablesPlan, endedBy: string | null): DatasetReport {
    const position = this.#largest();
    if (position === null) return this.#noSample(plan);
    const chosen = this.#reports.get(position) as Generated;
    const tables = plan.tables.map((table, index) => {
      const isCause = index === this.#begun && endedBy !== null;
      const missingCode = isCause ? endedBy : "table_not_reached";
      return rowOf(table, this.#reports.get(index) ?? null, index === position, missingCode);
    });
    const { alerts, documents } = plan;
    const unread = unreadAlert(tables, plan);
    const profile: Profile = {
      ...chosen.profile,
      tables,
      ...(documents.length > 0 ? { documents } : {}),
      alerts: [...alerts, ...unread, ...chosen.profile.alerts],
    };
    const { links: _, ...own } = chosen;
    const charts = this.#charts(chosen, tables);
    return { ...own, profile, charts, otherTables: this.#others(position) };
  }

  /** The card of a file with several tables shows them, the largest first. */
  #charts({ charts }: Generated, tables: readonly DatasetTable[]): ProfileCharts {
    const linked = [...this.#reports].flatMap(([index, report]) => {
      const name = tables[index]?.name;
      const links = report.outcome === "generated" ? report.links : undefined;
      return name === undefined || links === undefined ? [] : [{ name, links }];
    });
    const references = referencesOf(linked);
    const read = tables.filter(({ error }) => error === null);
    if (read.length < 2) return charts;
    const shown = read
      .toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0))
      .slice(0, CARD_TABLES_MAX)
      .map(({ name, rows }) => ({ name, rows }));
    const thumbnail = { kind: "tables", count: read.length, tables: shown } as const;
    return { ...charts, thumbnail, ...(references.length > 0 ? { references } : {}) };
  }

  #largest(): number | null {
    let largest: { position: number; cells: number } | null = null;
    for (const [position, report] of this.#reports) {
      if (report.outcome !== "generated") continue;
      const cells = report.profile.row_count * report.profile.column_count;
      const wins =
        largest === null ||
        cells > largest.cells ||
        (cells === largest.cells && position < largest.position);
      if (wins) largest = { position, cells };
    }
    return largest?.position ?? null;
  }

  #others(position: number): OtherTable[] {
    const ordered = [...this.#reports].sort(([a], [b]) => a - b);
    return ordered.flatMap(([index, report]) =>
      index === position || report.outcome !== "generated"
        ? []
        : [{ position: index, ...pick(report) }],
    );
  }

  /** No table could be read: uses the reason of the largest, as for a single file. */
  #noSample({ tables }: TablesPlan): DatasetReport {
    const bySize = [...tables.entries()].sort(([, a], [, b]) => b.byteSize - a.byteSize);
    const [position = 0, table] = bySize[0] ?? [];
    const report = this.#reports.get(position);
    const own = report?.outcome === "no_sample" ? report.error : (table?.refusal ?? null);
    const code: NoSampleCode = own?.code ?? "archive_without_data";
    const none =
      tables.length === 1
        ? "The only table could not be read"
        : `None of the ${tables.length} tables could be read; of the largest`;
    const detail = `${none}: ${own?.detail ?? ""}`;
    const error: SampleRefusal = { code, detail };
    return { outcome: "no_sample", error, format: report?.format ?? null, profile: null };
  }
}

function pick({ profile, sample, charts, rowSketch }: Generated): Omit<OtherTable, "position"> {
  const drawn = { ...charts, thumbnail: null };
  return { profile, sample, charts: drawn, ...(rowSketch === undefined ? {} : { rowSketch }) };
}

function rowOf(
  table: PlannedTable,
  report: DatasetReport | null,
  isDefault: boolean,
  missingCode: string,
): DatasetTable {
  const { name, path, byteSize, parts, partPaths, refusal } = table;
  const code = codeOf(report, refusal, missingCode);
  const profile = report?.profile ?? null;
  return {
    name,
    path,
    is_default: isDefault,
    rows: profile?.row_count ?? null,
    columns: profile?.column_count ?? table.columns,
    format: report?.format ?? table.format,
    byte_size: byteSize,
    quality_score: code === null ? (profile?.quality.score ?? null) : null,
    parts,
    part_paths: partPaths,
    error: code === null ? null : { code, detail: explainNoSample(code) },
  };
}

function codeOf(
  report: DatasetReport | null,
  refusal: SampleRefusal | null,
  missingCode: string,
): string | null {
  if (report === null) return refusal?.code ?? missingCode;
  return report.outcome === "no_sample" ? report.error.code : null;
}

const namesShownMax = 10;

/** Alerts about planned tables without a result. The plan already reported the others. */
function unreadAlert(rows: readonly DatasetTable[], { tables }: TablesPlan): ProfileAlert[] {
  const lost = rows.filter((row, index) => row.error && !tables[index]?.refusal);
  if (lost.length === 0) return [];
  const names = lost.map(({ path, error }) => `${path} (${error?.code})`);
  const subject = `${lost.length} of ${rows.length} tables could not be read`;
  return [{ code: "unread_tables", detail: `${subject}: ${listNames(names, namesShownMax)}.` }];
}
