/** Hand-written Parquet files of one column, so that their footers and pages can lie. */

const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

type Field = [id: number, type: number, bytes: Buffer];

function varint(value: number | bigint): Buffer {
  const out: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  return Buffer.from([...out, Number(rest)]);
}

const zigzag = (value: number): Buffer =>
  varint(value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value));
const int = (id: number, value: number): Field => [id, I32, zigzag(value)];
const long = (id: number, value: number): Field => [id, I64, zigzag(value)];
const sized = (bytes: Buffer): Buffer => Buffer.concat([varint(bytes.length), bytes]);
const text = (id: number, value: string): Field => [id, BINARY, sized(Buffer.from(value))];
const inner = (id: number, bytes: Buffer): Field => [id, STRUCT, bytes];

function list(id: number, type: number, items: Buffer[], claimed = items.length): Field {
  const head = claimed < 15 ? Buffer.of((claimed << 4) | type) : varint(claimed);
  const full = claimed < 15 ? head : Buffer.concat([Buffer.of(0xf0 | type), head]);
  return [id, LIST, Buffer.concat([full, ...items])];
}

function struct(...fields: Field[]): Buffer {
  let before = 0;
  const parts = fields.map(([id, type, bytes]) => {
    const head = Buffer.of(((id - before) << 4) | type);
    before = id;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...parts, Buffer.of(0)]);
}

const PARQUET_INT32 = 1;
export const PARQUET_TEXT = 6;
const UNCOMPRESSED = 0;
const GZIP = 2;
const PLAIN = 0;
const RLE = 3;
const RLE_DICTIONARY = 8;

export type ParquetClaims = {
  /** Rows in one run of the only page. */
  rows: number;
  /** The dictionary's only value, in plain encoding. */
  value?: Buffer;
  type?: number;
  /** The row count in the footer and the row group, if it differs from the page's. */
  footerRows?: number;
  groupRows?: number;
  /** The page's decoded size in its header; the page then claims to be gzip. */
  pageBytes?: number;
  /** The column's decoded size in the footer. */
  columnBytes?: number;
  /** The page's offset in the footer. */
  pageOffset?: number;
  /** The root's number of children in the schema. */
  children?: number;
  /** Each leaf's number of children, if the schema states one. */
  leafChildren?: number;
  /** Each leaf's converted type; text states its own. */
  converted?: number;
  /** The number of columns in the schema. */
  columns?: number;
  /** The claimed length of the list of row groups. */
  groups?: number;
};

/** A column that repeats one value, in a few hundred bytes. */
export function parquetOf(claims: ParquetClaims): Buffer {
  const { rows, type = PARQUET_INT32, columns = 1, footerRows = rows } = claims;
  const value = claims.value ?? Buffer.from([7, 0, 0, 0]);
  const codec = claims.pageBytes === undefined ? UNCOMPRESSED : GZIP;
  const dictionary = Buffer.concat([
    struct(
      int(1, 2),
      int(2, value.length),
      int(3, value.length),
      inner(7, struct(int(1, 1), int(2, PLAIN))),
    ),
    value,
  ]);
  const run = Buffer.concat([Buffer.of(1), varint(BigInt(rows) * 2n), Buffer.of(0)]);
  const encoded = inner(5, struct(int(1, rows), int(2, RLE_DICTIONARY), int(3, RLE), int(4, RLE)));
  const page = Buffer.concat([
    struct(int(1, 0), int(2, claims.pageBytes ?? run.length), int(3, run.length), encoded),
    run,
  ]);
  const pagesBytes = dictionary.length + page.length;
  const column = struct(
    int(1, type),
    list(2, I32, [zigzag(PLAIN), zigzag(RLE_DICTIONARY)]),
    list(3, BINARY, [sized(Buffer.from("x"))]),
    int(4, codec),
    long(5, footerRows),
    long(6, claims.columnBytes ?? pagesBytes),
    long(7, pagesBytes),
    long(9, claims.pageOffset ?? 4 + dictionary.length),
    long(11, claims.pageOffset ?? 4),
  );
  const group = struct(
    list(1, STRUCT, [struct(long(2, 4), inner(3, column))]),
    long(2, pagesBytes),
    long(3, claims.groupRows ?? footerRows),
  );
  const { leafChildren, converted = type === PARQUET_TEXT ? 0 : undefined } = claims;
  const stated = [
    ...(leafChildren === undefined ? [] : [int(5, leafChildren)]),
    ...(converted === undefined ? [] : [int(6, converted)]),
  ];
  const leaf = (name: string): Buffer => struct(int(1, type), int(3, 0), text(4, name), ...stated);
  const leaves = Array.from({ length: columns }, (_, i) => leaf(i === 0 ? "x" : `x${i}`));
  const root = struct(text(4, "schema"), int(5, claims.children ?? columns));
  const footer = struct(
    int(1, 1),
    list(2, STRUCT, [root, ...leaves]),
    long(3, footerRows),
    list(4, STRUCT, footerRows === 0 ? [] : [group], claims.groups ?? (footerRows === 0 ? 0 : 1)),
  );
  return parquetFile(Buffer.concat([dictionary, page]), footer, footer.length);
}

/** A file with these pages and this footer, whose length may be stated wrongly. */
export function parquetFile(pages: Buffer, footer: Buffer, footerLength: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footerLength);
  const magic = Buffer.from("PAR1");
  return Buffer.concat([magic, pages, footer, length, magic]);
}

/** A dictionary value of text: its length, then its bytes. */
export function parquetText(content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(content));
  return Buffer.concat([length, Buffer.from(content)]);
}
