/** Writes placed pages as a PDF file (ISO 32000-1). Fonts are embedded with the used glyphs only. */
import { deflateSync } from "node:zlib";
import type { Face } from "../fonts.ts";
import { type Glyph, isMissing } from "./font.ts";
import { type Fonts, layOut, type PlacedLine, type PlacedPage, page } from "./layout.ts";
import type { PdfDocument } from "./pdf-document.ts";

/** The replacement character: what a reader without `ActualText` copies for a missing glyph. */
const missingText = "\u{fffd}";
const resourceNames = { plain: "F1", bold: "F2" } as const satisfies Record<Face, string>;

export function writePdf(fonts: Fonts, document: PdfDocument): Uint8Array {
  const pages = layOut(fonts, document);
  const file = new PdfFile();
  const pagesId = file.reserve();
  const faces = [...new Set(pages.flatMap(({ lines }) => lines.map(({ face }) => face)))];
  const resources = faces.map(
    (face) => `/${resourceNames[face]} ${writeFont(file, fonts, face, pages)} 0 R`,
  );
  const pageIds = pages.map((placed) => {
    const content = file.stream("", Buffer.from(pageContent(fonts, placed), "latin1"));
    return file.add(
      `<< /Type /Page /Parent ${pagesId} 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
        `/Resources << /Font << ${resources.join(" ")} >> >> /Contents ${content} 0 R >>`,
    );
  });
  file.set(pagesId, `<< /Type /Pages /Count ${pageIds.length} /Kids [${references(pageIds)}] >>`);
  const catalog = file.add(
    `<< /Type /Catalog /Pages ${pagesId} 0 R /Lang (en) ` +
      `/ViewerPreferences << /DisplayDocTitle true >> ${attachments(file, document)}>>`,
  );
  const info = file.add(
    `<< /Title ${textString(document.title)} /Author ${textString(document.issuer)} ` +
      `/CreationDate (${pdfDate(document.createdAt)}) >>`,
  );
  return file.finish(catalog, info);
}

class PdfFile {
  readonly #objects: Buffer[] = [];

  reserve(): number {
    this.#objects.push(Buffer.alloc(0));
    return this.#objects.length;
  }

  set(id: number, body: string | Buffer): void {
    this.#objects[id - 1] = Buffer.from(body as string, "latin1");
  }

  add(body: string | Buffer): number {
    const id = this.reserve();
    this.set(id, body);
    return id;
  }

  /** `entries` are more entries of the stream's dictionary. */
  stream(entries: string, bytes: Uint8Array): number {
    const packed = deflateSync(bytes);
    const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]));
  }

  finish(catalog: number, info: number): Uint8Array {
    const head = Buffer.from("%PDF-1.7\n%\u{e2}\u{e3}\u{cf}\u{d3}\n", "latin1");
    const parts = [head];
    const offsets: number[] = [];
    let offset = head.length;
    for (const [at, body] of this.#objects.entries()) {
      const part = Buffer.concat([
        Buffer.from(`${at + 1} 0 obj\n`),
        body,
        Buffer.from("\nendobj\n"),
      ]);
      offsets.push(offset);
      offset += part.length;
      parts.push(part);
    }
    const size = this.#objects.length + 1;
    const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`);
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\n`;
    parts.push(Buffer.from(`${table}${trailer}startxref\n${offset}\n%%EOF\n`));
    return Buffer.concat(parts);
  }
}

const references = (ids: number[]): string => ids.map((id) => `${id} 0 R`).join(" ");

/** A text string as hexadecimal UTF-16, so that nothing in it can end the string. */
function textString(text: string): string {
  return `<FEFF${hexOf(text)}>`;
}

const hexOf = (text: string): string =>
  Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();

const pdfDate = (at: Date): string =>
  `D:${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`;

function attachments(file: PdfFile, document: PdfDocument): string {
  const names = document.attachments.map(({ name, mediaType, content }) => {
    const bytes = Buffer.from(content);
    const subtype = mediaType.replaceAll("/", "#2F").replaceAll("+", "#2B");
    const entries = `/Type /EmbeddedFile /Subtype /${subtype} /Params << /Size ${bytes.length} >>`;
    const stream = file.stream(entries, bytes);
    const spec = file.add(
      `<< /Type /Filespec /F ${textString(name)} /UF ${textString(name)} ` +
        `/AFRelationship /Data /EF << /F ${stream} 0 R >> >>`,
    );
    return `${textString(name)} ${spec} 0 R`;
  });
  if (names.length === 0) return "";
  return `/Names << /EmbeddedFiles << /Names [${names.join(" ")}] >> >> `;
}

function writeFont(file: PdfFile, fonts: Fonts, face: Face, pages: PlacedPage[]): number {
  const font = fonts[face];
  const used = new Map<number, string>([[0, missingText]]);
  const lines = pages.flatMap((one) => one.lines).filter((line) => line.face === face);
  for (const { id, text } of lines.flatMap(({ glyphs }) => glyphs)) {
    if (!used.get(id)) used.set(id, text);
  }
  const ids = [...used.keys()].sort((a, b) => a - b);
  const data = font.subset(ids);
  const program = file.stream(`/Length1 ${data.length}`, data);
  const name = `/${subsetTag(ids)}+${font.name}`;
  // DejaVu's measures, in thousandths of the font size. 4: symbolic, as its glyphs are named by id.
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [-1021 -463 1793 1232] ` +
      `/ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV ${face === "bold" ? 140 : 80} ` +
      `/FontFile2 ${program} 0 R >>`,
  );
  const widths = ids.map((id) => `${id} [${numberText(font.widthOf(id))}]`).join(" ");
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDToGIDMap /Identity ` +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> " +
      `/FontDescriptor ${descriptor} 0 R /W [${widths}] >>`,
  );
  const toUnicode = file.stream("", Buffer.from(unicodeMap(used), "latin1"));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  );
}

/** Six capital letters that name the subset (ISO 32000-1 §9.6.4). */
function subsetTag(ids: number[]): string {
  let hash = ids.reduce((sum, id) => (sum * 31 + id) % 26 ** 6, 7);
  let tag = "";
  for (let at = 0; at < 6; at += 1) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

function unicodeMap(texts: Map<number, string>): string {
  const rows = [...texts]
    .filter(([, text]) => text !== "")
    .map(([id, text]) => `<${glyphHex(id)}> <${hexOf(text)}>`);
  const blocks: string[] = [];
  // A block holds at most 100 rows.
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`);
  }
  return (
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n" +
    `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join("")}` +
    "endcmap CMapName currentdict /CMap defineresource pop end end\n"
  );
}

const glyphHex = (id: number): string => id.toString(16).toUpperCase().padStart(4, "0");
const numberText = (value: number): string => String(Math.round(value * 100) / 100);

function pageContent(fonts: Fonts, { lines, rules }: PlacedPage): string {
  const drawn = rules.map(
    ({ y, left, right, color }) =>
      `${colorText(color)} RG 0.75 w ${left} ${numberText(y)} m ${right} ${numberText(y)} l S`,
  );
  return [...drawn, ...lines.map((line) => lineContent(fonts, line))].join("\n");
}

/** If the font lacks characters, `ActualText` still gives the exact text to readers and copies. */
function lineContent(fonts: Fonts, line: PlacedLine): string {
  const { left, y, face, size, color, text, glyphs } = line;
  const drawn =
    `BT /${resourceNames[face]} ${size} Tf ${colorText(color)} rg ${left} ${numberText(y)} Td ` +
    `${glyphRuns(fonts, face, size, glyphs)} ET`;
  if (!glyphs.some(isMissing)) return drawn;
  return `/Span << /ActualText ${textString(text)} >> BDC ${drawn} EMC`;
}

function glyphRuns(fonts: Fonts, face: Face, size: number, glyphs: Glyph[]): string {
  const runs: string[] = [];
  let rise = 0;
  let shown: string[] = [];
  const flush = () => {
    if (shown.length > 0) runs.push(`[${shown.join(" ")}] TJ`);
    shown = [];
  };
  for (const { id, advance, dx, dy } of glyphs) {
    if (dy !== rise) {
      flush();
      rise = dy;
      runs.push(`${numberText((dy * size) / 1000)} Ts`);
    }
    // TJ moves to the left by thousandths of the size.
    if (dx !== 0) shown.push(numberText(-dx));
    shown.push(`<${glyphHex(id)}>`);
    const after = fonts[face].widthOf(id) + dx - advance;
    if (Math.abs(after) >= 0.5) shown.push(numberText(after));
  }
  flush();
  return runs.join(" ");
}

function colorText(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return parts.map(numberText).join(" ");
}
