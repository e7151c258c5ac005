/** Reads YAML by way of JSON, so that its records are found as in JSON. */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Document, parseAllDocuments } from "yaml";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { decodeHead, detectEncoding } from "../../open/encoding.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";
import { ConvertedSource } from "../as-format.ts";
import type { OpenInner } from "../inner-table.ts";
import { findJsonLayout } from "../json/layout.ts";
import { JsonSource } from "../json/source.ts";
import { readWholeFile } from "../whole-file.ts";

const format = "yaml";
/** The library's nodes need some hundred bytes for each of a file's words. */
const memoryShare = 4;
const encoding = { name: "utf-8", bomBytes: 0, carriageReturnOnly: false };
const headChars = 64 * 1024;

export const openYaml: OpenInner = async (file, target, budget) => {
  const limits = budget.all;
  const smaller = { ...limits, wholeFileBytesMax: limits.wholeFileBytesMax / memoryShare };
  const bytes = readWholeFile(file, smaller, format);
  const found = await detectEncoding(bytes, true);
  if (found === null) throw fault("is not text");
  const text = jsonOf(decodeHead(bytes, found, true));
  const filePath = `${target}.json`;
  const written = Buffer.from(text);
  const refusal = outputRefusal(budget.limits, budget.storedBytes, written.length, format);
  if (refusal) throw refusal;
  writeFileSync(filePath, written);
  budget.spend(written.length);
  const head = text.slice(0, headChars);
  const layout = findJsonLayout(filePath, encoding, head, false, limits);
  const byteSize = written.length;
  const open = (openLimits: DatasetLimits): ConvertedSource => {
    const of = { filePath, byteSize, workDir: dirname(target), encoding, limits: openLimits };
    return new ConvertedSource(new JsonSource({ ...of, ...layout }), format, found.name);
  };
  return { format, tables: [{ name: "", byteSize, named: true, open }], notes: [], alerts: [] };
};

/** The only document, or a list of them. Aliases may refer to at most a hundred values. */
function jsonOf(text: string): string {
  const documents: readonly Document.Parsed[] = [
    ...parseAllDocuments(text, { logLevel: "error", merge: true }),
  ];
  const [first, ...others] = documents;
  const damaged = documents.find(({ errors }) => errors.length > 0);
  if (first === undefined || damaged) throw fault("is not well-formed", damaged?.errors[0]);
  try {
    const value = others.length === 0 ? first.toJS() : documents.map((each) => each.toJS());
    if (typeof value !== "object" || value === null) throw fault("holds a single value");
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw fault("repeats values by aliases too often, or without end", error);
  }
}

function fault(found: string, cause?: unknown): DatasetRefusal {
  return new DatasetRefusal("malformed_file", `The YAML file ${found}.`, format, cause);
}
