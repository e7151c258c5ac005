/** A value as tables show it. */
import { Foreign } from "../../kit/parts.tsx";

export const CELL_CHARS_MAX = 80;

/** Whether a column of this type is right-aligned, as numbers are. */
const isNumber = (type: string): boolean => type === "integer" || type === "number";

/** Missing values are marked, and long ones are cut; nothing else is changed. */
export function Cell(props: {
  value: unknown;
  /** The column's type. */
  type: string;
  charsMax?: number | undefined;
}): JSX.Element {
  const { value, type, charsMax } = props;
  if (value === null || value === undefined) {
    return <td class={isNumber(type) ? "none number" : "none"}>missing</td>;
  }
  return (
    <td class={typeof value === "number" ? "number" : undefined}>
      <Foreign text={shortened(cellText(value), charsMax)} />
    </td>
  );
}

export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

export const shortened = (text: string, charsMax = CELL_CHARS_MAX): string =>
  text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
