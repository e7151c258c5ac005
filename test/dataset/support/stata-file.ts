/** Writes Stata files of format 114, by its public description. */

export type StataColumn = {
  name: string;
  /** 251 byte, 252 int, 255 double; up to 244 the bytes of texts. */
  type: number;
  display?: string;
  labelSet?: string;
  values: (number | string)[];
};

function fixed(text: string, bytes: number): Buffer {
  const block = Buffer.alloc(bytes);
  block.write(text, "latin1");
  return block;
}

function cellOf(type: number, value: number | string, isBig: boolean): Buffer {
  if (typeof value === "string") return fixed(value, type);
  const block = Buffer.alloc(type === 251 ? 1 : type === 252 ? 2 : 8);
  if (type === 251) block.writeInt8(value);
  else if (type === 252) isBig ? block.writeInt16BE(value) : block.writeInt16LE(value);
  else isBig ? block.writeDoubleBE(value) : block.writeDoubleLE(value);
  return block;
}

export function stataOf(
  columns: readonly StataColumn[],
  labels: Readonly<Record<string, Record<number, string>>> = {},
  isBig = false,
): Buffer {
  const int = (value: number, bytes: 2 | 4): Buffer => {
    const block = Buffer.alloc(bytes);
    isBig ? block.writeIntBE(value, 0, bytes) : block.writeIntLE(value, 0, bytes);
    return block;
  };
  const rows = columns[0]?.values.length ?? 0;
  const sets = Object.entries(labels).map(([name, values]) => {
    const codes = Object.entries(values);
    const texts = codes.map(([, text]) => Buffer.from(`${text}\0`, "latin1"));
    const offsets = texts.map((_, i) => Buffer.concat(texts.slice(0, i)).length);
    const text = Buffer.concat(texts);
    const table = Buffer.concat([
      int(codes.length, 4),
      int(text.length, 4),
      ...offsets.map((offset) => int(offset, 4)),
      ...codes.map(([code]) => int(Number(code), 4)),
      text,
    ]);
    return Buffer.concat([int(table.length, 4), fixed(name, 33), Buffer.alloc(3), table]);
  });
  return Buffer.concat([
    Buffer.from([114, isBig ? 1 : 2, 1, 0]),
    int(columns.length, 2),
    int(rows, 4),
    Buffer.alloc(81 + 18),
    Buffer.from(columns.map(({ type }) => type)),
    ...columns.map(({ name }) => fixed(name, 33)),
    Buffer.alloc(2 * (columns.length + 1)),
    ...columns.map(({ display = "%9.0g" }) => fixed(display, 49)),
    ...columns.map(({ labelSet = "" }) => fixed(labelSet, 33)),
    ...columns.map(({ name }) => fixed(`About ${name}`, 81)),
    Buffer.alloc(5),
    ...Array.from({ length: rows }, (_, row) =>
      Buffer.concat(columns.map(({ type, values }) => cellOf(type, values[row] ?? 0, isBig))),
    ),
    ...sets,
  ]);
}
