/** How the tables of a file refer to each other: boxes, and a line from each key to what refers to it. */
import { counted } from "../../../market/counted.ts";
import type { TableReference } from "../../../market/profile/charts.ts";
import { Foreign } from "../../kit/parts.tsx";
import { shortName } from "./marks.ts";

/** More boxes are a knot of lines: they are listed instead. */
export const DIAGRAM_TABLES_MAX = 8;

const box = { width: 190, head: 34, row: 20, gapX: 60, gapY: 24, pad: 12 };
const nameCharsMax = 20;
const columnsMax = 6;

type DiagramTable = { name: string; rows: number | null };
type KeyDiagramProps = {
  /** The tables of the file; those without a reference are left out. */
  tables: readonly DiagramTable[];
  references: readonly TableReference[];
};

type Placed = DiagramTable & { x: number; y: number; columns: string[]; keys: ReadonlySet<string> };

export function KeyDiagram({ tables, references }: KeyDiagramProps): JSX.Element {
  const linked = tables.filter(({ name }) =>
    references.some(({ from, to }) => from.table === name || to.table === name),
  );
  if (linked.length > DIAGRAM_TABLES_MAX) return "";
  const placed = placeTables(linked, references);
  const width = Math.max(...placed.map(({ x }) => x), 0) + box.width + box.pad;
  const height = Math.max(...placed.map((one) => one.y + heightOf(one)), 0) + box.pad;
  const byName = new Map(placed.map((one) => [one.name, one]));
  const words = references.map(({ from, to }) => `${from.table} to ${to.table}`).join(", ");
  return (
    <section class="chart-scroll" tabindex="0" aria-label="Table diagram">
      <svg
        class="key-diagram"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`${counted(linked.length, "linked table")}: ${words}`}
      >
        {references.map((reference, index) => (
          <path class="key-line" d={linkPath(reference, byName, index)} />
        ))}
        {placed.map((one) => (
          <TableBox {...one} />
        ))}
      </svg>
    </section>
  );
}

/** The references as a list, with the share of values that the key has. */
export function ReferenceList({ references }: Pick<KeyDiagramProps, "references">): JSX.Element {
  return (
    <ul class="bullets small">
      {references.map(({ from, to, resolved }) => (
        <li>
          <code>
            <Foreign text={`${from.table}.${from.column}`} />
          </code>
          {" refers to "}
          <code>
            <Foreign text={`${to.table}.${to.column}`} />
          </code>
          <span class="muted" safe>
            {resolved >= 1
              ? ": every value is found"
              : `: ${(100 * resolved).toFixed(1)} % of the values are found`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function TableBox({ name, rows, x, y, columns, keys }: Placed): JSX.Element {
  const height = box.head + columns.length * box.row + 6;
  const count = rows === null ? "" : counted(rows, "row");
  return (
    <g>
      <rect class="key-box" x={x} y={y} width={box.width} height={height} rx="8" />
      <text class="chart-label strong" x={x + box.pad} y={y + 21} safe>
        {cut(name)}
      </text>
      <text class="chart-label" x={x + box.width - box.pad} y={y + 21} text-anchor="end" safe>
        {count}
      </text>
      <path class="chart-grid" d={`M${x} ${y + box.head - 3}h${box.width}`} />
      {columns.map((column, index) => (
        <text class="chart-label" x={x + box.pad} y={y + box.head + 15 + index * box.row} safe>
          {keys.has(column) ? `${cut(column)}, key` : cut(column)}
        </text>
      ))}
    </g>
  );
}

const heightOf = ({ columns }: Pick<Placed, "columns">): number =>
  box.head + columns.length * box.row + 6;

/** Tables that are referred to stand left of those that refer to them. */
function placeTables(
  tables: readonly DiagramTable[],
  references: readonly TableReference[],
): Placed[] {
  const levels = levelsOf(tables, references);
  const bottoms = new Map<number, number>();
  return tables.map((table) => {
    const level = levels.get(table.name) ?? 0;
    const keys = new Set(
      references.filter(({ to }) => to.table === table.name).map(({ to }) => to.column),
    );
    const own = references
      .filter(({ from }) => from.table === table.name)
      .map(({ from }) => from.column);
    const columns = [...new Set([...keys, ...own])].slice(0, columnsMax);
    const y = bottoms.get(level) ?? box.pad;
    bottoms.set(level, y + heightOf({ columns }) + box.gapY);
    return { ...table, x: box.pad + level * (box.width + box.gapX), y, columns, keys };
  });
}

/** How many references lead to a table at most; circles end after as many steps as there are tables. */
function levelsOf(
  tables: readonly DiagramTable[],
  references: readonly TableReference[],
): Map<string, number> {
  const levels = new Map(tables.map(({ name }) => [name, 0]));
  for (let step = 1; step < tables.length; step++) {
    for (const { from, to } of references) {
      const least = (levels.get(to.table) ?? 0) + 1;
      if ((levels.get(from.table) ?? 0) < least && least <= step) levels.set(from.table, least);
    }
  }
  return levels;
}

function linkPath(
  { from, to }: TableReference,
  byName: ReadonlyMap<string, Placed>,
  index: number,
): string {
  const [start, end] = [byName.get(to.table), byName.get(from.table)];
  if (start === undefined || end === undefined) return "";
  const lineOf = ({ y, columns }: Placed, column: string) => {
    const row = Math.max(0, Math.min(columns.indexOf(column), columns.length - 1));
    return y + box.head + 11 + row * box.row;
  };
  const [x1, y1] = [start.x + box.width, lineOf(start, to.column)];
  const [x2, y2] = [end.x, lineOf(end, from.column)];
  // Lines side by side, because two on each other look like one.
  const aside = ((index % 5) - 2) * 8;
  const middle = aside + (x2 > x1 ? x2 - box.gapX / 2 : x1 + box.gapX / 2);
  return `M${x1} ${y1}H${middle}V${y2}H${x2}`;
}

const cut = (text: string): string => {
  const short = shortName(text);
  return short.length <= nameCharsMax ? short : `${short.slice(0, nameCharsMax - 1)}…`;
};
