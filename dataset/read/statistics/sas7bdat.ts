/** Reads SAS data files page by page, also with compressed rows. */
import type { DiskFile } from "../../base/input.ts";
import { openFile } from "../../base/open-file.ts";
import type { OpenInner } from "../inner-table.ts";
import { codeBook, type LabelledColumn, openLabelled, type StoredValue } from "./labelled-table.ts";
import { unpackBinaryRow, unpackRunRow } from "./sas7bdat-compression.ts";
import {
  isDataPage,
  isMixedPage,
  pointedRows,
  readSasLayout,
  type SasField,
  type SasLayout,
  sasFault,
  textIn,
} from "./sas7bdat-layout.ts";
import { sasDisplay } from "./xport.ts";

const format = "sas7bdat";

export const openSas: OpenInner = async (file, _target, { all: limits }) => {
  const layout = readSasLayout(file, limits);
  const columns = layout.fields.map(({ name, label, display, isNumber }): LabelledColumn => {
    return { name, label, labels: null, shown: isNumber ? sasDisplay(display) : null };
  });
  const { rowBytes, encoding } = layout;
  const table = await openLabelled({
    ...{ format, encoding, name: "", byteSize: file.byteSize, columns, rowBytes },
    rows: () => rowsOf(file, layout),
  });
  return { format, tables: [table], notes: codeBook(columns), alerts: [] };
};

function* rowsOf(file: DiskFile, layout: SasLayout): Generator<StoredValue[]> {
  const { fields, rows, encoding, pages } = layout;
  const padded = Buffer.alloc(8);
  const valueIn = (row: Buffer, { at, bytes, isNumber }: SasField): StoredValue => {
    if (isNumber) return numberIn(row, at, bytes, pages.isBig, padded);
    const text = textIn(row.subarray(at, at + bytes), encoding);
    return text === "" ? null : text;
  };
  let done = 0;
  for (const row of storedRows(file, layout)) {
    if (done++ >= rows) return;
    if (row !== null) yield fields.map((field) => valueIn(row, field));
  }
}

/** The rows of all pages; null for deleted ones, which the stated number counts. */
function* storedRows(file: DiskFile, layout: SasLayout): Generator<Buffer | null> {
  const { pages, rowBytes, mixedPageRows, isBinaryCompression } = layout;
  const unpack = isBinaryCompression ? unpackBinaryRow : unpackRunRow;
  const unpacked = Buffer.alloc(rowBytes);
  const stored = openFile(file.filePath);
  try {
    for (let index = 0; index < pages.count; index++) {
      const page = pages.read(stored, index);
      const type = pages.typeOf(page);
      const isDeleted = pages.deletedRows(page, rowBytes);
      const of = { page, rowBytes, isDeleted };
      if (isDataPage(type)) {
        yield* rowsAt({ ...of, at: pages.pageHeadBytes, rows: pages.rowsOf(page) });
        continue;
      }
      for (const { bytes, isCompressed } of pointedRows(page, pages, rowBytes)) {
        if (isCompressed && unpack(bytes, unpacked) !== rowBytes) {
          throw sasFault("A compressed row of the SAS file is damaged.");
        }
        yield isCompressed ? unpacked : bytes;
      }
      // The number is that of a full page, also if the file has fewer rows.
      if (isMixedPage(type)) {
        const at = pages.rowsAt(page);
        const room = Math.floor((page.length - at) / rowBytes);
        yield* rowsAt({ ...of, at, rows: Math.min(mixedPageRows, layout.rows, room) });
      }
    }
  } finally {
    stored.close();
  }
}

function* rowsAt({
  page,
  at,
  rows,
  rowBytes,
  isDeleted,
}: {
  page: Buffer;
  at: number;
  rows: number;
  rowBytes: number;
  isDeleted: (row: number) => boolean;
}): Generator<Buffer | null> {
  if (at + rows * rowBytes > page.length) {
    throw sasFault("A page of the SAS file states more rows than it has.");
  }
  for (let i = 0; i < rows; i++) {
    const start = at + i * rowBytes;
    yield isDeleted(i) ? null : page.subarray(start, start + rowBytes);
  }
}

/** A double whose last bytes may be left out; all kinds of missing values are no number. */
function numberIn(
  row: Buffer,
  at: number,
  bytes: number,
  isBig: boolean,
  padded: Buffer,
): number | null {
  let value: number;
  if (bytes === 8) value = isBig ? row.readDoubleBE(at) : row.readDoubleLE(at);
  else {
    padded.fill(0);
    row.copy(padded, isBig ? 0 : 8 - bytes, at, at + bytes);
    value = isBig ? padded.readDoubleBE() : padded.readDoubleLE();
  }
  return Number.isNaN(value) ? null : value;
}
