/** Reads the tables of an HTML page, each like a sheet. */
import type { DiskFile } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { decodeHead, detectEncoding } from "../../open/encoding.ts";
import type { OpenInner } from "../inner-table.ts";
import { readWholeFile } from "../whole-file.ts";
import { type OpenSheet, openWorkbook } from "../xlsx/source.ts";
import { type PageTable, tablesIn } from "./tables.ts";

const format = "html";
const captionCharsMax = 100;
const declarationBytes = 2048;

export const openHtml: OpenInner = async (file, target, budget, onShare) => {
  const limits = budget.all;
  const tables = tablesIn(await textOf(file, limits), limits).filter(isTable);
  if (tables.length === 0) {
    const detail =
      "The HTML page holds no table of several rows; write the data as CSV or JSON Lines.";
    throw new DatasetRefusal("unsupported_format", detail, format);
  }
  const sheets = tables.map(({ caption, rows }, index): OpenSheet => {
    const name = caption.slice(0, captionCharsMax) || `table ${index + 1}`;
    const byteSize = rows.reduce((sum, row) => sum + row.join(" ").length, 0);
    return {
      ...{ name: tables.length === 1 ? "" : name, byteSize },
      rows: async function* () {
        yield rows;
      },
    };
  });
  return await openWorkbook({ format, sheets, otherSheets: [] }, target, budget, onShare);
};

function isTable({ rows }: PageTable): boolean {
  return rows.filter((row) => row.length > 1).length > 1;
}

/** The page says its encoding, or its bytes do. */
async function textOf(file: DiskFile, limits: DatasetLimits): Promise<string> {
  const bytes = readWholeFile(file, limits, format);
  const beginning = bytes.subarray(0, declarationBytes).toString("latin1");
  const [, stated] =
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(beginning) ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(beginning) ??
    [];
  const found = await detectEncoding(bytes, true);
  const isUnicode = found?.name.startsWith("utf-") ?? false;
  if (isUnicode || stated === undefined) {
    return found === null ? bytes.toString("latin1") : decodeHead(bytes, found, true);
  }
  try {
    return new TextDecoder(stated).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
