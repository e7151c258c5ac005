/** Writes Stata files of formats 105 to 114, by their public descriptions. */

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
  format = 114,
): Buffer {
  const sizes = {
    name: format < 110 ? 9 : 33,
    label: format < 108 ? 32 : 81,
    display: format < 114 ? 12 : 49,
    end: format < 110 ? 3 : 5,
  };
  const codeOf = (type: number): number =>
    format > 110 ? type : type < 251 ? type + 127 : "bilfd".charCodeAt(type - 251);
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
    return Buffer.concat([int(table.length, 4), fixed(name, sizes.name), Buffer.alloc(3), table]);
  });
  return Buffer.concat([
    Buffer.from([format, isBig ? 1 : 2, 1, 0]),
    int(columns.length, 2),
    int(rows, 4),
    Buffer.alloc(sizes.label + 18),
    Buffer.from(columns.map(({ type }) => codeOf(type))),
    ...columns.map(({ name }) => fixed(name, sizes.name)),
    Buffer.alloc(2 * (columns.length + 1)),
    ...columns.map(({ display = "%9.0g" }) => fixed(display, sizes.display)),
    ...columns.map(({ labelSet = "" }) => fixed(labelSet, sizes.name)),
    ...columns.map(({ name }) => fixed(`About ${name}`, sizes.label)),
    Buffer.alloc(sizes.end),
    ...Array.from({ length: rows }, (_, row) =>
      Buffer.concat(columns.map(({ type, values }) => cellOf(type, values[row] ?? 0, isBig))),
    ),
    ...sets,
  ]);
}
