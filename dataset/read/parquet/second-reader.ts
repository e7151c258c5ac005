/**
 * Reads single columns of a Parquet file, one row group at a time, with hyparquet instead of
 * Polars.
 */
import { type FileMetaData, parquetMetadata, parquetSchema, type SchemaTree } from "hyparquet";
import { parquetReadColumn } from "hyparquet/src/read.js";
import { isListLike } from "hyparquet/src/schema.js";
import pl, { type Series } from "nodejs-polars";
import type { ColumnType } from "../../../market/profile/schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { nestedJson } from "../../base/values.ts";
import { distinctNames } from "../column-names.ts";
import type { GeometryStats } from "../geometries.ts";
import { geometryText } from "../wkb.ts";
import { pageCodecs } from "./codecs.ts";
import { readFooterBytes } from "./footer.ts";
import { type LeafElement, type LeafReader, leafReader } from "./leaf-values.ts";
import { checkPages } from "./pages.ts";
import { readThrift, writeThrift } from "./thrift-tree.ts";

type RowGroup = FileMetaData["row_groups"][number];

/** A schema column with the meaning of its leaves, which is hidden from the library. */
type Column = {
  tree: SchemaTree;
  leaves: ReadonlyMap<unknown, LeafReader>;
  /** The schema elements that are maps. */
  maps: ReadonlySet<unknown>;
};

/** Arrow's workaround for writers that left the dictionary's header out of a column's size. */
const uncountedBytesMax = 100;
/** The footer's length and the magic bytes. */
const tailBytes = 8;
const remarksField = 5;

/**
 * A reader in plain JavaScript: slower than Polars, but it supports every encoding and type that
 * Parquet has had. The library returns stored values, and this class interprets them, so that
 * values are exact.
 */
export class SecondReader {
  readonly #file: DiskFile;
  readonly #limits: DatasetLimits;
  readonly #metadata: FileMetaData;
  readonly #columns = new Map<string, Column>();

  /** Throws if the footer contradicts itself. */
  constructor(file: DiskFile, limits: DatasetLimits) {
    this.#file = file;
    this.#limits = limits;
    const footer = readFooterBytes(file.filePath, file.byteSize, limits);
    this.#metadata = metadataOf(footer);
    const { children } = parquetSchema(this.#metadata);
    nameApart(children, this.#metadata.row_groups);
    for (const tree of children) this.#columns.set(tree.element.name, bareColumn(tree));
  }

  /** The type of a column: nested values come as JSON text, bytes as digits. */
  kindOf(name: string): ColumnType {
    const { tree, leaves, maps } = this.#column(name);
    if (tree.element.repetition_type === "REPEATED" || isListLike(tree)) return "array";
    if (tree.children.length > 0) return maps.has(tree.element) ? "array" : "object";
    return leaves.get(tree.element)?.type ?? "binary";
  }

  /** An empty series with the column's type. */
  empty(name: string, geometries: GeometryStats | null): Series {
    return this.#toSeries(name, [], geometries);
  }

  /**
   * Reads a column of a row group; geometries come as GeoJSON text and are added to `geometries`.
   * Throws if it cannot be read.
   */
  async read(name: string, group: number, geometries: GeometryStats | null): Promise<Series> {
    const { tree } = this.#column(name);
    const stated = this.#metadata.row_groups[group];
    if (!stated) throw new RangeError("row group");
    const isFlat = tree.children.length === 0 && tree.element.repetition_type !== "REPEATED";
    const rowGroup = isFlat ? this.#widen(stated) : stated;
    const stored = openFile(this.#file.filePath);
    try {
      this.#check(stored, rowGroup, name);
      const values = await parquetReadColumn({
        file: {
          byteLength: this.#file.byteSize,
          slice: (start, end) => this.#slice(stored, start, end),
        },
        metadata: { ...this.#metadata, row_groups: [rowGroup], num_rows: rowGroup.num_rows },
        columns: [name],
        compressors: pageCodecs,
        utf8: false,
        geoparquet: false,
        // The library always converts 96-bit timestamps, so this parser returns the stored number
        // instead.
        parsers: { timestampFromNanoseconds: (nanos: bigint) => nanos as unknown as Date },
      });
      if (values.length !== Number(rowGroup.num_rows)) throw new RangeError("rows");
      return this.#toSeries(name, Array.from(values as ArrayLike<unknown>), geometries);
    } finally {
      stored.close();
    }
  }

  #column(name: string): Column {
    const column = this.#columns.get(name);
    if (!column) throw new RangeError("column name");
    return column;
  }

  /** Whether a column of a row group can be read. */
  async canRead(name: string, group: number): Promise<boolean> {
    try {
      await this.read(name, group, null);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Extends the byte ranges: the number of a flat column's values is known, so extra bytes after
   * its pages do no harm.
   */
  #widen(group: RowGroup): RowGroup {
    const columns = group.columns.map((column) => {
      const { meta_data: chunk } = column;
      if (!chunk || hasNoDictionary(chunk.encodings)) return column;
      const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
      const end = start + Number(chunk.total_compressed_size) + uncountedBytesMax;
      const bytes = Math.min(end, this.#file.byteSize) - start;
      return { ...column, meta_data: { ...chunk, total_compressed_size: BigInt(bytes) } };
    });
    return { ...group, columns };
  }

  /** Checks the pages' claims before the library relies on them. */
  #check(stored: OpenFile, group: RowGroup, name: string): void {
    const bytesMax = this.#limits.parquetColumnChunkBytesMax;
    for (const { meta_data: chunk } of group.columns) {
      if (chunk?.path_in_schema[0] !== name) continue;
      const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
      const end = start + Number(chunk.total_compressed_size);
      if (!(start >= 0 && end >= start && end <= this.#file.byteSize))
        throw new RangeError("place");
      checkPages(stored, { start, end, values: Number(chunk.num_values) }, bytesMax);
    }
  }

  #slice(stored: OpenFile, start: number, end = this.#file.byteSize): ArrayBuffer {
    if (!(start >= 0 && end >= start && end <= this.#file.byteSize)) throw new RangeError("place");
    const bytes = new ArrayBuffer(end - start);
    const read = stored.readSync(new Uint8Array(bytes), 0, end - start, start);
    if (read < end - start) throw new RangeError("end of file");
    return bytes;
  }

  #toSeries(name: string, values: readonly unknown[], geometries: GeometryStats | null): Series {
    const column = this.#column(name);
    const { tree, leaves } = column;
    this.#refuseLong(values.reduce<number>((sum, value) => sum + bytesOf(value), 0));
    if (geometries) {
      const texts = values.map((raw) =>
        raw instanceof Uint8Array ? geometryText(raw, geometries) : null,
      );
      return pl.Series(name, texts, pl.Utf8);
    }
    const leaf = leaves.get(tree.element);
    if (leaf && tree.element.repetition_type !== "REPEATED") {
      return leaf.series(name, values as Parameters<LeafReader["series"]>[1]);
    }
    let bytes = 0;
    const texts = values.map((value) => {
      const wire = wireValue(value, tree, column);
      if (wire === null) return null;
      const text = nestedJson(wire);
      bytes += text.length;
      this.#refuseLong(bytes);
      return text;
    });
    return pl.Series(name, texts, pl.Utf8);
  }

  /** Refuses data that a dictionary inflates: one megabyte can represent a terabyte. */
  #refuseLong(bytes: number): void {
    if (bytes <= this.#limits.parquetColumnChunkBytesMax) return;
    throw limitRefusal(this.#limits, "parquetColumnChunkBytesMax", bytes, "parquet");
  }
}

function metadataOf(footer: Buffer): FileMetaData {
  try {
    return parquetMetadata(new Uint8Array(footer), { geoparquet: false });
  } catch {
    return parquetMetadata(new Uint8Array(withoutRemarks(footer)), { geoparquet: false });
  }
}

/**
 * The footer without its key-value metadata, in which old writers put numbers that the library
 * cannot read.
 */
function withoutRemarks(footer: Buffer): Buffer {
  const fields = readThrift(footer.subarray(0, -tailBytes));
  fields.delete(remarksField);
  const bytes = writeThrift(fields);
  const tail = Buffer.from(footer.subarray(-tailBytes));
  tail.writeUInt32LE(bytes.length, 0);
  return Buffer.concat([bytes, tail]);
}

/**
 * Gives columns with the same name the unique names of `parquetFields`, because the library finds
 * columns by name. The chunks of a row group are in the order of the schema's leaves.
 */
function nameApart(columns: readonly SchemaTree[], groups: readonly RowGroup[]): void {
  const inFile = columns.map(({ element }) => element.name);
  const names = distinctNames(inFile);
  if (names.every((name, index) => name === inFile[index])) return;
  const leafNames = columns.flatMap((tree, index) => leavesOf(tree).map(() => names[index] ?? ""));
  for (const [index, { element }] of columns.entries()) element.name = names[index] ?? element.name;
  for (const { columns: chunks } of groups) {
    for (const [at, { meta_data: chunk }] of chunks.entries()) {
      const name = leafNames[at];
      if (chunk && name !== undefined) chunk.path_in_schema[0] = name;
    }
  }
}

function leavesOf(tree: SchemaTree): SchemaTree[] {
  return tree.children.length === 0 ? [tree] : tree.children.flatMap(leavesOf);
}

/** Old writers state no encodings, or unknown ones; then a dictionary cannot be excluded. */
function hasNoDictionary(encodings: readonly (string | undefined)[]): boolean {
  if (encodings.length === 0) return false;
  return encodings.every((name) => name !== undefined && !name.endsWith("DICTIONARY"));
}

function bytesOf(value: unknown): number {
  return value instanceof Uint8Array ? value.length : 0;
}

/** Types that mark maps; the library would turn their keys to text. */
const mapTypes = new Set(["MAP", "MAP_KEY_VALUE"]);

/** Removes the types from a column's schema, except those of lists, and stores their meaning. */
function bareColumn(tree: SchemaTree): Column {
  const leaves = new Map<unknown, LeafReader>();
  const maps = new Set<unknown>();
  const visit = (node: SchemaTree): void => {
    const { element } = node;
    if (node.children.length === 0) leaves.set(element, leafReader(element as LeafElement));
    else if (isMapNode(node)) maps.add(element);
    const isList = node.children.length > 0 && element.converted_type === "LIST";
    if (!isList) delete element.converted_type;
    if (element.logical_type?.type !== "VARIANT") delete element.logical_type;
    for (const child of node.children) visit(child);
  };
  visit(tree);
  return { tree, leaves, maps };
}

function isMapNode({ element, children }: SchemaTree): boolean {
  return mapTypes.has(element.converted_type ?? "") && children.length === 1;
}

/** The elements of a list: either the only child itself, or that child's wrapped element. */
function elementOf(node: SchemaTree): SchemaTree {
  const [sublist] = node.children;
  if (!isListLike(node) || !sublist) return node;
  return sublist.children.length === 1 ? (sublist.children[0] ?? sublist) : sublist;
}

/** A value for display: missing parts are null, required lists empty; maps are lists of entries. */
function wireValue(value: unknown, node: SchemaTree, column: Column): unknown {
  const isList = node.element.repetition_type === "REQUIRED" && isListLike(node);
  if (value === null || value === undefined) return isList ? [] : null;
  if (Array.isArray(value)) {
    const element = elementOf(node);
    return value.map((item) => wireValue(item, element, column));
  }
  const leaf = column.leaves.get(node.element);
  if (leaf) return leaf.wire(value as Parameters<LeafReader["wire"]>[0]);
  const record = value as Record<string, unknown>;
  const [entries] = node.children;
  if (entries && column.maps.has(node.element)) {
    return wireValue(record[entries.element.name] ?? [], entries, column);
  }
  return Object.fromEntries(
    node.children.map((child) => [
      child.element.name,
      wireValue(record[child.element.name], child, column),
    ]),
  );
}

/** Refuses a file whose footer contradicts itself. */
export function openSecond(file: DiskFile, limits: DatasetLimits): SecondReader {
  try {
    return new SecondReader(file, limits);
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    const detail = "The Parquet footer contradicts itself.";
    throw new DatasetRefusal("malformed_file", detail, "parquet", error);
  }
}
