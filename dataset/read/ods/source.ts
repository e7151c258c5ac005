/** Reads OpenDocument sheets (ODF 1.3, part 3, section 9) piece by piece. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { unitOf } from "../../base/units.ts";
import { type Archive, type ArchiveEntry, readWhole } from "../../open/archive/entries.ts";
import { openZip } from "../../open/archive/zip.ts";
import type { OpenInner } from "../inner-table.ts";
import { charsOf, type SheetCell } from "../xlsx/dates.ts";
import type { SheetNotes } from "../xlsx/rows.ts";
import { type OpenSheet, openWorkbook } from "../xlsx/source.ts";
import { walkXml } from "../xml/parse-xml.ts";

const format = "ods";
const rowsPerBatch = 1000;
const manifestBytesMax = 1024 * 1024;

export const openOds: OpenInner = async (file, target, budget, onShare) => {
  const archive = await openZip(file.filePath, budget.all);
  try {
    await refuseEncrypted(archive);
    const content = archive.files.find(({ name }) => name === "content.xml");
    if (content === undefined) {
      throw new DatasetRefusal("malformed_file", "The workbook lacks its content.xml.", format);
    }
    const names = await listSheets(content, budget.all);
    const walk = new SheetWalk(content, budget.all);
    const byteSize = Math.ceil(content.byteSize / Math.max(1, names.length));
    const sheets = names.map((name, index): OpenSheet => {
      return { name, byteSize, rows: (notes, onShare) => walk.rowsOf(index, notes, onShare) };
    });
    return await openWorkbook({ format, sheets, otherSheets: [] }, target, budget, onShare);
  } finally {
    archive.close();
  }
};

async function refuseEncrypted(archive: Archive): Promise<void> {
  const manifest = archive.files.find(({ name }) => name === "META-INF/manifest.xml");
  const bytes = manifest && (await readWhole(manifest, manifestBytesMax));
  if (!bytes?.includes("encryption-data")) return;
  const detail = "The workbook is encrypted; save it without a password.";
  throw new DatasetRefusal("unsupported_format", detail, format);
}

async function listSheets(content: ArchiveEntry, limits: DatasetLimits): Promise<string[]> {
  const names: string[] = [];
  let depth = 0;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "table" && depth++ === 0) names.push(attributes.name ?? "");
  };
  const close = (name: string): void => {
    if (name === "table") depth--;
  };
  for await (const _ of walkXml(content, { open, close }, limits, format));
  return names;
}

type FoundRow = { sheet: number; cells: SheetCell[]; times: number; errorCells: number };

/** One pass over the content, whose sheets are asked for in their order. */
class SheetWalk {
  readonly #rows: AsyncGenerator<{ rows: FoundRow[]; share: number }>;
  #pending: FoundRow[] = [];
  #share = 0;

  constructor(content: ArchiveEntry, limits: DatasetLimits) {
    this.#rows = walkRows(content, limits);
  }

  async *rowsOf(
    sheet: number,
    notes: SheetNotes,
    onShare: (share: number) => void,
  ): AsyncGenerator<SheetCell[][]> {
    for (;;) {
      const next = this.#pending.shift();
      if (next === undefined) {
        const { value } = await this.#rows.next();
        if (value === undefined) return;
        this.#pending = value.rows;
        this.#share = value.share;
        continue;
      }
      // A refused sheet may have left rows behind.
      if (next.sheet < sheet) continue;
      if (next.sheet > sheet) {
        this.#pending.unshift(next);
        return;
      }
      notes.errorCells += next.errorCells;
      onShare(this.#share);
      for (let left = next.cells.length === 0 ? 0 : next.times; left > 0; left -= rowsPerBatch) {
        yield new Array<SheetCell[]>(Math.min(left, rowsPerBatch)).fill(next.cells);
      }
    }
  }
}

async function* walkRows(
  content: ArchiveEntry,
  limits: DatasetLimits,
): AsyncGenerator<{ rows: FoundRow[]; share: number }> {
  const reader = new RowReader(limits);
  for await (const bytes of walkXml(content, reader, limits, format)) {
    if (reader.rows.length === 0) continue;
    yield { rows: reader.rows.splice(0), share: Math.min(1, bytes / content.byteSize) };
  }
  yield { rows: reader.rows, share: 1 };
}

type Attributes = Readonly<Record<string, string>>;

class RowReader {
  readonly rows: FoundRow[] = [];
  readonly #limits: DatasetLimits;
  #sheet = -1;
  #depth = 0;
  #cells: SheetCell[] = [];
  #chars = 0;
  #column = 0;
  #rowTimes = 1;
  #errorCells = 0;
  #cell: Attributes | null = null;
  #text = "";
  #paragraphs = 0;
  #inParagraph = false;
  #inNote = false;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case "table":
        if (this.#depth++ === 0) this.#sheet++;
        return;
      case "table-row":
        if (this.#depth === 1) this.#beginRow(attributes);
        return;
      case "table-cell":
      case "covered-table-cell":
        if (this.#depth === 1) this.#beginCell(attributes);
        return;
      case "annotation":
        this.#inNote = true;
        return;
      case "p":
        if (!this.#inNote && this.#paragraphs++ > 0) this.#text += "\n";
        this.#inParagraph = true;
        return;
      case "s":
        this.text(" ".repeat(Math.min(Number(attributes.c ?? 1) || 1, spacesMax)));
        return;
      case "tab":
        this.text("\t");
        return;
      case "line-break":
        this.text("\n");
    }
  }

  text(part: string): void {
    if (this.#inParagraph && !this.#inNote && this.#cell !== null) this.#text += part;
  }

  close(name: string): void {
    if (name === "p") this.#inParagraph = false;
    else if (name === "annotation") this.#inNote = false;
    else if (name === "table") this.#depth--;
    else if (this.#depth !== 1) return;
    else if (name === "table-cell" || name === "covered-table-cell") this.#endCell();
    else if (name === "table-row") this.#endRow();
  }

  #beginRow(attributes: Attributes): void {
    this.#cells = [];
    this.#chars = 0;
    this.#column = 0;
    this.#errorCells = 0;
    this.#rowTimes = timesOf(attributes["number-rows-repeated"]);
  }

  #beginCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#text = "";
    this.#paragraphs = 0;
  }

  #endCell(): void {
    const attributes = this.#cell ?? {};
    const times = timesOf(attributes["number-columns-repeated"]);
    if (attributes["value-type"] === "error") this.#errorCells++;
    const value = cellText(attributes, this.#text);
    const column = this.#column;
    this.#cell = null;
    this.#column += times;
    if (value === "") return;
    const { columnsMax, rowBytesMax } = this.#limits;
    if (this.#column > columnsMax) {
      throw limitRefusal(this.#limits, "columnsMax", this.#column, format);
    }
    this.#chars += charsOf(value) * times;
    if (this.#chars > rowBytesMax) throw limitRefusal(this.#limits, "rowBytesMax", null, format);
    while (this.#cells.length < column) this.#cells.push("");
    for (let i = 0; i < times; i++) this.#cells.push(value);
  }

  #endRow(): void {
    if (this.#cells.length === 0 && this.#errorCells === 0) return;
    this.rows.push({
      sheet: this.#sheet,
      cells: this.#cells,
      times: this.#rowTimes,
      errorCells: this.#errorCells,
    });
  }
}

const spacesMax = 1000;

function timesOf(stated: string | undefined): number {
  const times = Number(stated ?? 1);
  return Number.isSafeInteger(times) && times > 0 ? times : 1;
}

function cellText(attributes: Attributes, text: string): SheetCell {
  switch (attributes["value-type"]) {
    case "float":
    case "percentage":
    case "currency": {
      const value = Number(attributes.value);
      if (attributes.value === undefined || !Number.isFinite(value)) return text;
      const unit = unitOfCell(attributes);
      return unit === null ? String(value) : { value, unit };
    }
    case "date":
      return (attributes["date-value"] ?? text).replace(/T00:00:00(\.0+)?$/, "");
    case "time":
      return clockOf(attributes["time-value"] ?? "") ?? text;
    case "boolean":
      return attributes["boolean-value"] ?? text;
    case "error":
      return "";
    default:
      return attributes["string-value"] ?? text;
  }
}

function unitOfCell(attributes: Attributes): string | null {
  if (attributes["value-type"] === "percentage") return "%";
  return attributes["value-type"] === "currency" ? unitOf(attributes.currency ?? "") : null;
}

/** `PT10H30M05S` as `10:30:05`; null for a duration of a day or more. */
function clockOf(duration: string): string | null {
  const [, hours, minutes, seconds] =
    /^PT(\d{1,2})H(\d{2})M(\d{2})(?:[.,]\d+)?S$/.exec(duration) ?? [];
  return hours === undefined || Number(hours) >= 24
    ? null
    : `${hours.padStart(2, "0")}:${minutes}:${seconds}`;
}
