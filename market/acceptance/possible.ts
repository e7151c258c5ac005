/** The figures that checks of a metric allow, so that what no file can meet is refused. Pure. */

/** Of a check; a query has no metric. */
type Check = {
  metric?: string | undefined;
  unit?: "rows" | "percent" | undefined;
  arguments?: object | undefined;
  mustBe?: unknown;
  mustBeGreaterThan?: unknown;
  mustBeGreaterOrEqualTo?: unknown;
  mustBeLessThan?: unknown;
  mustBeLessOrEqualTo?: unknown;
  mustBeBetween?: readonly unknown[] | undefined;
};

/** Both bounds are included; above its end, it is empty. */
type Figures = { from: number; to: number };

/** No file has more rows or values. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

/** What a figure above or below a share differs by, at least. */
const SHARE_STEP = 1e-9;

const numberOr = (value: unknown, otherwise: number) =>
  typeof value === "number" ? value : otherwise;

/** Counts are whole numbers from 0, shares are 0 to 100 percent. */
function figuresOf(check: Check): Figures {
  const isShare = check.unit === "percent";
  const [least, most] = check.mustBeBetween ?? [];
  const above = numberOr(check.mustBeGreaterThan, -1);
  const below = numberOr(check.mustBeLessThan, Number.POSITIVE_INFINITY);
  const from = Math.max(
    0,
    isShare ? above + SHARE_STEP : Math.floor(above) + 1,
    numberOr(check.mustBe, 0),
    numberOr(check.mustBeGreaterOrEqualTo, 0),
    numberOr(least, 0),
  );
  const to = Math.min(
    isShare ? 100 : COUNT_MAX,
    isShare ? below - SHARE_STEP : Math.ceil(below) - 1,
    numberOr(check.mustBe, Number.POSITIVE_INFINITY),
    numberOr(check.mustBeLessOrEqualTo, Number.POSITIVE_INFINITY),
    numberOr(most, Number.POSITIVE_INFINITY),
  );
  return isShare ? { from, to } : { from: Math.ceil(from), to: Math.floor(to) };
}

const isEmpty = ({ from, to }: Figures) => from > to;

/** Whether no figure meets this check. Of a query anything can be the result. */
export const isImpossible = (check: Check): boolean =>
  check.metric !== undefined && isEmpty(figuresOf(check));

type Column = {
  name: string;
  logicalType?: string | undefined;
  required?: boolean | undefined;
  unique?: boolean | undefined;
  quality?: readonly Check[] | undefined;
};
type Table = {
  name?: string | undefined;
  quality?: readonly Check[] | undefined;
  properties?: readonly Column[] | undefined;
};
type Place = (string | number)[];

/** The places in `schema` that no file can meet together with earlier ones. */
export function contradictions(schema: readonly Table[]): Place[] {
  const groups = Map.groupBy(schema.flatMap(conditionsOf), ({ of }) => JSON.stringify(of));
  return [...groups.values()].flatMap((all) => {
    const types = all.flatMap(({ place, type }) => (type === undefined ? [] : [{ place, type }]));
    const other = types.find(({ type }) => !haveSameColumns(type, types[0]?.type ?? type));
    const checks = all.flatMap(({ place, check }) =>
      check === undefined ? [] : [{ place, check }],
    );
    const against = checks[contradiction(checks.map(({ check }) => check))];
    return [other, against].flatMap((found) => (found === undefined ? [] : [found.place]));
  });
}

type Condition = {
  /** The table and the column. */
  of: (string | null)[];
  place: Place;
  check?: Check;
  type?: string;
};

function conditionsOf({ name, quality = [], properties = [] }: Table, at: number): Condition[] {
  const place = ["schema", at];
  const table = name ?? null;
  const checksAt = (of: Condition["of"], path: Place, checks: readonly Check[]) =>
    checks.map((check, index) => ({ of, check, place: [...path, "quality", index, "metric"] }));
  const ofColumns = properties.flatMap((property, index): Condition[] => {
    const of = [table, property.name];
    const path = [...place, "properties", index];
    const { logicalType: type, required, unique, quality: own = [] } = property;
    const none = (metric: string, field: string) => ({
      ...{ of, place: [...path, field] },
      check: { metric, mustBe: 0 },
    });
    return [
      ...(type === undefined ? [] : [{ of, type, place: [...path, "logicalType"] }]),
      ...(required === true ? [none("nullValues", "required")] : []),
      ...(unique === true ? [none("duplicateValues", "unique")] : []),
      ...checksAt(of, path, own),
    ];
  });
  return [...checksAt([table], place, quality), ...ofColumns];
}

/** An integer is a number, too. */
const haveSameColumns = (one: string, other: string) =>
  one === other || [one, other].every((type) => type === "number" || type === "integer");

/** The place of the first check that contradicts an earlier one of the same metric; -1 if none does. */
function contradiction(checks: readonly Check[]): number {
  const seen = new Map<string, Figures>();
  return checks.findIndex((check) => {
    if (check.metric === undefined || isImpossible(check)) return false;
    const same = JSON.stringify([check.metric, check.unit ?? "rows", check.arguments]);
    const earlier = seen.get(same);
    const own = figuresOf(check);
    const both =
      earlier === undefined
        ? own
        : { from: Math.max(own.from, earlier.from), to: Math.min(own.to, earlier.to) };
    seen.set(same, both);
    return isEmpty(both);
  });
}
