/** Reads tables with columns of fixed width by way of delimited files. */
import type { DiskFile } from "../../base/input.ts";
import { streamFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { decodeHead, detectEncoding } from "../../open/encoding.ts";
import { type FixedField, fixedCells, fixedFields } from "../../open/fixed-width.ts";
import type { OpenInner } from "../inner-table.ts";
import { linesOf } from "../text-lines.ts";
import { type OpenSheet, openWorkbook } from "../xlsx/source.ts";

const format = "fwf";
const headBytes = 64 * 1024;
const rowsPerBatch = 1000;

export const openFixedWidth: OpenInner = async (file, target, budget, onShare) => {
  const { encoding, fields } = await layoutOf(file);
  const rows: OpenSheet["rows"] = async function* (_notes, onSheetShare) {
    let batch: string[][] = [];
    let bytes = 0;
    for await (const line of linesOf(file, encoding, budget.all, format)) {
      bytes += line.length + 1;
      const cells = fixedCells(line, fields);
      if (cells.length > 0) batch.push(cells);
      if (batch.length < rowsPerBatch) continue;
      onSheetShare(Math.min(1, bytes / file.byteSize));
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  };
  const sheets = [{ name: "", byteSize: file.byteSize, rows }];
  return await openWorkbook({ format, sheets, otherSheets: [] }, target, budget, onShare);
};

async function layoutOf(file: DiskFile): Promise<{ encoding: string; fields: FixedField[] }> {
  const whole = file.byteSize <= headBytes;
  for await (const part of streamFile(file.filePath, { end: headBytes })) {
    const head = (part as Buffer).subarray(0, headBytes);
    const encoding = await detectEncoding(head, whole);
    const fields = encoding && fixedFields(decodeHead(head, encoding, whole), whole);
    if (encoding && fields) return { encoding: encoding.name, fields };
    break;
  }
  throw new DatasetRefusal("malformed_file", "The text's columns have no fixed width.", format);
}
