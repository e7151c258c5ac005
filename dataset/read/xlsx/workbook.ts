import { displayName } from "../../base/display-name.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { DatasetRefusal } from "../../base/refusal.ts";
import type { Archive, ArchiveEntry } from "../../open/archive/entries.ts";
import { readXml, xlsxFault } from "../xml/parse-xml.ts";
import { type CellFormat, cellFormatOf } from "./dates.ts";
import { openPackage, type Package, type Relation, relationsPart } from "./package.ts";

export type WorkbookSheet = { name: string; entry: ArchiveEntry };

export type Workbook = {
  /** The visible worksheets, or all if none is visible. */
  sheets: WorkbookSheet[];
  /** Names of all other sheets: hidden ones and charts. */
  otherSheets: string[];
  /** Whether days are counted from 1904. */
  from1904: boolean;
  sharedTexts: string[];
  /** How to interpret numbers, by the cell's style. */
  formats: CellFormat[];
};

/** Where nearly all workbooks have it. */
const usualPart = "xl/workbook.xml";
/** Memory of a string in addition to its characters. */
const textOverheadBytes = 16;
const formatsMax = 100_000;

type SheetReference = { name: string; relation: string; hidden: boolean };

/** Reads a workbook's sheet list, texts and formats, but not the cells. */
export async function readWorkbook(archive: Archive, limits: DatasetLimits): Promise<Workbook> {
  const parts = openPackage(archive, limits);
  const main = await findMainPart(parts);
  const { sheets, from1904 } = await readSheets(main.entry, limits);
  const relations = await parts.relationsOf(main.name);
  const partOf = (relation: Relation | undefined) => relation && parts.part(relation.part);
  const worksheets = sheets.flatMap((reference) => {
    const relation = relations.get(reference.relation);
    const entry = relation?.type.endsWith("/worksheet") ? partOf(relation) : undefined;
    return entry ? [{ ...reference, entry }] : [];
  });
  const visible = worksheets.filter(({ hidden }) => !hidden);
  const read = visible.length > 0 ? visible : worksheets;
  if (read.length === 0) throw withoutSheet(main.name, sheets, relations);
  const known = new Set(read.map(({ relation }) => relation));
  const ofType = (suffix: string): ArchiveEntry | undefined =>
    partOf([...relations.values()].find(({ type }) => type.endsWith(suffix)));
  const sharedTexts = ofType("/sharedStrings");
  const styles = ofType("/styles");
  return {
    sheets: read.map(({ name, entry }) => ({ name, entry })),
    otherSheets: sheets.filter(({ relation }) => !known.has(relation)).map(({ name }) => name),
    from1904,
    sharedTexts: sharedTexts ? await readSharedTexts(sharedTexts, limits) : [],
    formats: styles ? await readFormats(styles, limits) : [],
  };
}

/** The main part, which leads to all others, as stated by the package or at its usual place. */
async function findMainPart(parts: Package): Promise<{ name: string; entry: ArchiveEntry }> {
  const relations = [...(await parts.relationsOf("")).values()];
  const stated = relations.find(({ type }) => type.endsWith("/officeDocument"))?.part;
  for (const name of [stated ?? usualPart, usualPart]) {
    const entry = parts.part(name);
    if (entry !== undefined) return { name, entry };
  }
  throw xlsxFault(`The workbook lacks its part ${usualPart}.`);
}

/**
 * Explains why no sheet was found: there is none, or the list of their locations, or a sheet itself
 * is missing.
 */
function withoutSheet(
  main: string,
  sheets: readonly SheetReference[],
  relations: ReadonlyMap<string, Relation>,
): DatasetRefusal {
  if (sheets.length === 0) return xlsxFault("The workbook has no worksheet.");
  const stated = sheets.map(({ relation }) => relations.get(relation));
  if (stated.every((relation) => relation === undefined)) {
    return xlsxFault(`The workbook does not say in ${relationsPart(main)} where its sheets are.`);
  }
  const lost = stated.find((relation) => relation?.type.endsWith("/worksheet"));
  if (!lost) return xlsxFault("The workbook has no worksheet.");
  return xlsxFault(`The workbook lacks its part ${displayName(lost.part)}.`);
}

async function readSheets(
  entry: ArchiveEntry,
  limits: DatasetLimits,
): Promise<{ sheets: SheetReference[]; from1904: boolean }> {
  const sheets: SheetReference[] = [];
  let from1904 = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "workbookPr") from1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
    if (name !== "sheet") return;
    sheets.push({
      name: attributes.name ?? "",
      relation: attributes.id ?? "",
      hidden: attributes.state !== undefined && attributes.state !== "visible",
    });
  };
  await readXml(entry, { open }, limits);
  return { sheets, from1904 };
}

/** The shared texts that cells refer to by number, without phonetic readings. */
async function readSharedTexts(entry: ArchiveEntry, limits: DatasetLimits): Promise<string[]> {
  const texts: string[] = [];
  let bytes = 0;
  let text = "";
  let takes = false;
  let phonetic = false;
  await readXml(
    entry,
    {
      open: (name) => {
        if (name === "rPh") phonetic = true;
        else if (name === "si") text = "";
        takes = name === "t" && !phonetic;
      },
      text: (part) => {
        if (takes) text += part;
      },
      close: (name) => {
        takes = false;
        if (name === "rPh") phonetic = false;
        if (name !== "si") return;
        bytes += text.length * 2 + textOverheadBytes;
        if (bytes > limits.sharedTextBytesMax) {
          throw limitRefusal(limits, "sharedTextBytesMax", null, "xlsx");
        }
        texts.push(unescapeText(text));
      },
    },
    limits,
  );
  return texts;
}

/** Decodes characters that XML cannot hold, written as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (whole, hex: string) =>
    hex === "0000" ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

async function readFormats(entry: ArchiveEntry, limits: DatasetLimits): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let inCells = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "cellXfs") inCells = true;
    if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    if (name !== "xf" || !inCells || formats.length >= formatsMax) return;
    const id = Number(attributes.numFmtId ?? 0);
    formats.push(cellFormatOf(id, codes.get(id) ?? null));
  };
  const close = (name: string): void => {
    if (name === "cellXfs") inCells = false;
  };
  await readXml(entry, { open, close }, limits);
  return formats;
}
