/** Reads YAML by way of JSON, so that its records are found as in JSON. */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  loadAll,
  mapTag,
  mergeTag,
  type Schema,
  seqTag,
} from "js-yaml";
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
/** The library's events and values need fifty times a file's size. */
const memoryShare = 4;
const encoding = { name: "utf-8", bomBytes: 0, carriageReturnOnly: false };
const headChars = 64 * 1024;

export const openYaml: OpenInner = async (file, target, budget) => {
  const limits = budget.all;
  const smaller = { ...limits, wholeFileBytesMax: limits.wholeFileBytesMax / memoryShare };
  const bytes = readWholeFile(file, smaller, format);
  const found = await detectEncoding(bytes, true);
  if (found === null) throw fault("is not text");
  const text = jsonOf(decodeHead(bytes, found, true), limits);
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

/** Tags of applications say nothing about the kind of a value, so its form decides. */
function withForeignTags(schema: Schema): Schema {
  const tags = ["!", "tag:"].flatMap((prefix) => [
    defineScalarTag(prefix, {
      matchByTagPrefix: true,
      resolve: (source) => source,
      identify: () => false,
    }),
    defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true }),
    defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true }),
  ]);
  return schema.withTags(mergeTag, ...tags);
}

const schema = withForeignTags(CORE_SCHEMA);

/** The only document, or a list of them. */
function jsonOf(text: string, { jsonDepthMax, yamlMergedKeysMax }: DatasetLimits): string {
  let documents: unknown[];
  try {
    const maxTotalMergeKeys = yamlMergedKeysMax;
    documents = loadAll(text, { schema, maxDepth: jsonDepthMax, maxTotalMergeKeys });
  } catch (error) {
    throw fault("is not well-formed", error);
  }
  const value = documents.length === 1 ? documents[0] : documents;
  if (documents.length === 0) throw fault("is empty");
  if (typeof value !== "object" || value === null) throw fault("holds a single value");
  try {
    if (valuesIn(value) <= text.length + valuesFree) return JSON.stringify(value);
  } catch (error) {
    // Aliases may nest values more deeply than the stack allows.
    if (!(error instanceof RangeError)) throw error;
  }
  throw fault("repeats values by aliases too often, or without end");
}

/** Values that a short text may repeat. */
const valuesFree = 10_000;

/** The number of values, those that aliases repeat counted each time; infinite for a circle. */
function valuesIn(root: object): number {
  const counts = new Map<object, number>();
  const count = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 1;
    const known = counts.get(value);
    if (known !== undefined) return known;
    counts.set(value, Number.POSITIVE_INFINITY);
    let sum = 1;
    for (const part of Object.values(value)) sum += count(part);
    counts.set(value, sum);
    return sum;
  };
  return count(root);
}

function fault(found: string, cause?: unknown): DatasetRefusal {
  return new DatasetRefusal("malformed_file", `The YAML file ${found}.`, format, cause);
}
