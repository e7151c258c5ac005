/** Converts a row to an answer's shape; fields with the same name and type need no code. */
import { z } from "zod";

type Column<Field extends string> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Column<Tail>>}`
  : Field;

type ViewValue<Value> = Value extends Date ? string : Value;

/** Fields that the row contains with the same name and type, except optional ones. */
type Same<Answer, Row> = {
  [Field in keyof Answer & string]-?: undefined extends Answer[Field]
    ? never
    : Column<Field> extends keyof Row
      ? ViewValue<Row[Column<Field>]> extends Answer[Field]
        ? Field
        : never
      : never;
}[keyof Answer & string];

const columnsOfShapes = new WeakMap<z.ZodObject, [field: string, column: string | null][]>();

const columnOf = (field: string) =>
  field.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

function columnsOf(shape: z.ZodObject): [field: string, column: string | null][] {
  const known = columnsOfShapes.get(shape);
  if (known !== undefined) return known;
  const columns = Object.entries(shape.shape).map(([field, value]): [string, string | null] => [
    field,
    value instanceof z.ZodOptional ? null : columnOf(field),
  ]);
  columnsOfShapes.set(shape, columns);
  return columns;
}

/**
 * An answer in its shape's order. `rest` gives the fields that differ from the row or are missing
 * in it. Instants become ISO 8601. Columns that the shape does not name are never shown, and
 * optional fields come only from `rest`.
 */
export function view<Shape extends z.ZodObject, Row extends object>(
  shape: Shape,
  row: Row,
  rest: Omit<z.output<Shape>, Same<z.output<Shape>, Row>> & Partial<z.output<Shape>>,
): z.output<Shape> {
  const columns = row as Record<string, unknown>;
  const answer: Record<string, unknown> = {};
  const said = rest as Record<string, unknown>;
  for (const [field, column] of columnsOf(shape)) {
    const own = column === null ? undefined : columns[column];
    const value = field in said ? said[field] : own;
    if (value === undefined) continue;
    answer[field] = value instanceof Date ? value.toISOString() : value;
  }
  return answer as z.output<Shape>;
}

/** As ISO 8601. */
export const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
