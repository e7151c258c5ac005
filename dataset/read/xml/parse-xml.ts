/** Parses XML without any entity expansion: a workbook's parts, and files. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { streamFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { ArchiveEntry } from "../../open/archive/entries.ts";

/** Receives the parts of an XML document; names come without namespace prefix. */
export type XmlListener = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

const depthMax = 64;

export function xlsxFault(detail: string, cause?: unknown): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "xlsx", cause);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Parses a workbook's part piece by piece and yields the bytes so far after each. */
export async function* walkXml(
  entry: ArchiveEntry,
  listener: XmlListener,
  limits: DatasetLimits,
  format = "xlsx",
): AsyncGenerator<number> {
  yield* parseXml(entry.open(), listener, { limits, format, subject: "A part of the workbook" });
}

type XmlDocument = {
  limits: DatasetLimits;
  format: string;
  /** The beginning of refusals. */
  subject: string;
  /** Label of the text encoding; UTF-8 without. */
  encoding?: string;
  /** Any XML: names keep their prefixes, and a document type is ignored unless it has entities. */
  isDocument?: boolean;
};

/** Parses a file as `parseXml` does, in the encoding that it declares. */
export async function* parseXmlFile(
  { filePath }: DiskFile,
  listener: XmlListener,
  { limits, format, isDocument = false }: Pick<XmlDocument, "limits" | "format" | "isDocument">,
): AsyncGenerator<number> {
  const head = await firstPart(filePath);
  const encoding = encodingOf(head);
  const document = { limits, format, subject: "The file", encoding, isDocument };
  yield* parseXml(streamFile(filePath), listener, document);
}

async function firstPart(filePath: string): Promise<Buffer> {
  for await (const part of streamFile(filePath, { end: declarationBytesMax }))
    return part as Buffer;
  return Buffer.alloc(0);
}

const declarationBytesMax = 200;

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const [, label] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString("latin1")) ?? [];
  try {
    return new TextDecoder(label ?? "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}

/**
 * Parses XML piece by piece and yields the bytes so far after each. Only XML's five entities are
 * known and nothing is fetched, so nothing can expand.
 */
async function* parseXml(
  parts: AsyncIterable<Uint8Array>,
  listener: XmlListener,
  { limits, format, subject, encoding, isDocument = false }: XmlDocument,
): AsyncGenerator<number> {
  const fault = (found: string, cause?: unknown): DatasetRefusal =>
    new DatasetRefusal("malformed_file", `${subject} ${found}.`, format, cause);
  const parser = new SaxesParser();
  let depth = 0;
  let bytes = 0;
  let bytesSinceTag = 0;
  const nameOf = isDocument ? (name: string): string => name : localName;
  parser.on("doctype", (type) => {
    if (!isDocument) throw fault("has a document type, which is not allowed");
    if (!/<!ENTITY/i.test(type)) return;
    const detail =
      "The XML file defines entities, which are not expanded; write their text instead.";
    throw new DatasetRefusal("unsupported_format", detail, format);
  });
  parser.on("error", (error) => {
    throw fault("is not well-formed XML", error);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    bytesSinceTag = 0;
    if (++depth > depthMax) throw fault("is nested too deeply");
    listener.open?.(nameOf(name), isDocument ? attributes : plainAttributes(attributes));
  });
  parser.on("closetag", ({ name }) => {
    bytesSinceTag = 0;
    depth--;
    listener.close?.(nameOf(name));
  });
  const onText = (text: string): void => listener.text?.(text);
  parser.on("text", onText);
  parser.on("cdata", onText);
  const decoder = new TextDecoder(encoding);
  for await (const part of parts) {
    bytes += part.length;
    bytesSinceTag += part.length;
    parser.write(decoder.decode(part, { stream: true }));
    // The parser buffers a tag, or the text between two tags, until it ends.
    if (bytesSinceTag > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, format);
    yield bytes;
  }
  parser.write(decoder.decode()).close();
}

/** The attributes without prefixes; almost none has one, and there are many cells. */
function plainAttributes(attributes: Record<string, string>): Record<string, string> {
  let plain = attributes;
  for (const name in attributes) {
    if (!name.includes(":")) continue;
    if (plain === attributes) plain = Object.assign(Object.create(null), attributes);
    plain[localName(name)] = attributes[name] ?? "";
  }
  return plain;
}

/** Parses a whole part at once. */
export async function readXml(
  entry: ArchiveEntry,
  listener: XmlListener,
  limits: DatasetLimits,
): Promise<void> {
  for await (const _ of walkXml(entry, listener, limits));
}
