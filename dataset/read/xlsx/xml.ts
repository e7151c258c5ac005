/** Walks through the XML of a workbook, which may expand nothing. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { ArchiveEntry } from "../../open/archive/entries.ts";

/** Hears of the parts of an XML document; names come without their namespace prefix. */
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

/**
 * Parses an XML part of a workbook piece by piece and yields its bytes so far after each. No
 * entities but the five of XML are known, and no document type is accepted, so nothing expands.
 */
export async function* walkXml(
  entry: ArchiveEntry,
  listener: XmlListener,
  limits: DatasetLimits,
): AsyncGenerator<number> {
  const parser = new SaxesParser();
  let depth = 0;
  let bytes = 0;
  let bytesSinceTag = 0;
  parser.on("doctype", () => {
    throw xlsxFault("A part of the workbook has a document type, which workbooks never have.");
  });
  parser.on("error", (error) => {
    throw xlsxFault("A part of the workbook is not well-formed XML.", error);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    bytesSinceTag = 0;
    if (++depth > depthMax) throw xlsxFault("A part of the workbook nests too deep.");
    listener.open?.(localName(name), plainAttributes(attributes));
  });
  parser.on("closetag", ({ name }) => {
    bytesSinceTag = 0;
    depth--;
    listener.close?.(localName(name));
  });
  const onText = (text: string): void => listener.text?.(text);
  parser.on("text", onText);
  parser.on("cdata", onText);
  const decoder = new TextDecoder();
  for await (const part of entry.open()) {
    bytes += part.length;
    bytesSinceTag += part.length;
    parser.write(decoder.decode(part, { stream: true }));
    // The parser holds the text of a tag or between two tags until it ends.
    if (bytesSinceTag > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, "xlsx");
    yield bytes;
  }
  parser.write(decoder.decode()).close();
}

/** The attributes without prefixes; hardly any has one, and cells are many. */
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
