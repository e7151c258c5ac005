/** What the schema of a Parquet file says of its columns that Polars does not tell. */
import { distinctNames } from "../column-names.ts";
import type { ThriftStruct, ThriftValue } from "./thrift.ts";

/**
 * What the bytes of a column mean: `wkb` geometries, `uuid`, texts (of JSON, or one of an enumeration) and
 * floats of 16 bits (`half`) are read as such; `null` is left to the reader of the column.
 */
type ByteMeaning = "text" | "uuid" | "wkb" | "half" | null;

/** How the values of a flat column are stored: the number of their physical type, and whether some may be missing. */
type FlatLeaf = { type: number; isOptional: boolean };

/** A column at the top level. */
export type ParquetField = {
  /** By which it is told apart from all others; the file may say the same of several. */
  name: string;
  nameInFile: string;
  meaning: ByteMeaning;
  /** Null of nested and repeated columns. */
  leaf: FlatLeaf | null;
  /** Of geometries: whether their coordinates are degrees of longitude and latitude. */
  isGeographic: boolean;
  /** Whether bytes lie inside of nested values, where Polars cannot show them. */
  nestsBytes: boolean;
};

/** Fields of a schema element, and of the union that is its logical type. */
const TYPE = 1;
const REPETITION = 3;
const NAME = 4;
const CHILDREN = 5;
const CONVERTED = 6;
const LOGICAL = 10;
const JSON_TYPE = 12;
const UUID_TYPE = 14;
const ENUM_TYPE = 4;
const HALF_TYPE = 15;
const geometryTypes = [17, 18];

const REQUIRED = 0;
const OPTIONAL = 1;

/** An enumeration, and JSON. */
const textsConverted: ReadonlySet<unknown> = new Set([4n, 19n]);
/** Physical types of bytes: of any length, and of a fixed one. */
const byteTypes: ReadonlySet<unknown> = new Set([6n, 7n]);
/** Converted and logical types of bytes that Polars has a type for, also in nested values: text and decimal. */
const knownConverted: ReadonlySet<number> = new Set([0, 5]);
const knownLogical = [1, 5];

/** Coordinate systems in degrees; without one Parquet and GeoParquet mean OGC:CRS84. */
const geographicCrs = /^(OGC:CRS(84|83|27)h?|EPSG:(4326|4979|4258|4269)|srid:(4326|4979|0))$/i;

type Element = { element: ThriftStruct; children: Element[] };

/** How many elements stand below one: of a leaf some writers state 0, where others state nothing. */
export function childrenOf(element: ThriftStruct | undefined): number {
  return Math.max(0, Number(element?.[CHILDREN]) || 0);
}

/** The columns of a schema, in their order. `geo` is GeoParquet's metadata, if there is some. */
export function parquetFields(schema: readonly ThriftStruct[], geo: string | null): ParquetField[] {
  const columns = geoColumns(geo);
  const roots = treeOf(schema).children;
  const names = distinctNames(roots.map(({ element }) => textOf(element[NAME])));
  return roots.map((root, index) => {
    const nameInFile = textOf(root.element[NAME]);
    const called = { name: names[index] ?? nameInFile, nameInFile };
    const { meaning, isGeographic } = meaningOf(root);
    const stated = root.children.length === 0 ? columns.get(nameInFile) : undefined;
    const nestsBytes = root.children.length > 0 && leavesOf(root).some(holdsUnknownBytes);
    const leaf = leafOf(root);
    if (stated)
      return { ...called, meaning: "wkb", leaf, isGeographic: stated.isGeographic, nestsBytes };
    return { ...called, meaning, leaf, isGeographic, nestsBytes };
  });
}

function leafOf({ element, children }: Element): FlatLeaf | null {
  const repetition = Number(element[REPETITION] ?? REQUIRED);
  if (children.length > 0 || (repetition !== REQUIRED && repetition !== OPTIONAL)) return null;
  return { type: Number(element[TYPE]), isOptional: repetition === OPTIONAL };
}

function treeOf(schema: readonly ThriftStruct[]): Element {
  let at = 0;
  const take = (): Element => {
    const element = schema[at++];
    if (!element) throw new RangeError("schema");
    const children: Element[] = [];
    for (let left = childrenOf(element); left > 0; left--) children.push(take());
    return { element, children };
  };
  return take();
}

function leavesOf(root: Element): Element[] {
  return root.children.length === 0 ? [root] : root.children.flatMap(leavesOf);
}

function logicalOf({ element }: Element): ThriftStruct {
  return (element[LOGICAL] ?? {}) as ThriftStruct;
}

function meaningOf(root: Element): Pick<ParquetField, "meaning" | "isGeographic"> {
  const none = { meaning: null, isGeographic: false } as const;
  if (root.children.length > 0) return none;
  const logical = logicalOf(root);
  const geometry = geometryTypes.find((type) => logical[type] !== undefined);
  if (geometry !== undefined) {
    const crs = (logical[geometry] as ThriftStruct)[1];
    return { meaning: "wkb", isGeographic: crs === undefined || isGeographicName(textOf(crs)) };
  }
  if (logical[UUID_TYPE] !== undefined) return { meaning: "uuid", isGeographic: false };
  if (logical[HALF_TYPE] !== undefined) return { meaning: "half", isGeographic: false };
  const isText =
    logical[JSON_TYPE] !== undefined ||
    logical[ENUM_TYPE] !== undefined ||
    textsConverted.has(root.element[CONVERTED]);
  return isText ? { meaning: "text", isGeographic: false } : none;
}

function holdsUnknownBytes(leaf: Element): boolean {
  if (!byteTypes.has(leaf.element[TYPE])) return false;
  const converted = leaf.element[CONVERTED];
  if (converted !== undefined && knownConverted.has(Number(converted))) return false;
  const logical = logicalOf(leaf);
  return !knownLogical.some((type) => logical[type] !== undefined);
}

function textOf(value: ThriftValue | undefined): string {
  return Buffer.isBuffer(value) ? value.toString("utf8") : "";
}

function isGeographicName(crs: string): boolean {
  if (geographicCrs.test(crs)) return true;
  try {
    return isGeographicJson(JSON.parse(crs));
  } catch {
    return false;
  }
}

/** PROJJSON says by its type, or by its name in a register, whether it is of degrees. */
function isGeographicJson(crs: unknown): boolean {
  if (typeof crs !== "object" || crs === null) return false;
  const { type, id } = crs as { type?: unknown; id?: { authority?: unknown; code?: unknown } };
  if (type === "GeographicCRS") return true;
  return geographicCrs.test(`${id?.authority}:${id?.code}`);
}

/** GeoParquet's columns of well-known binary; its other encodings are read as they are. */
function geoColumns(geo: string | null): Map<string, { isGeographic: boolean }> {
  const found = new Map<string, { isGeographic: boolean }>();
  if (geo === null) return found;
  let columns: unknown;
  try {
    columns = (JSON.parse(geo) as { columns?: unknown } | null)?.columns;
  } catch {
    return found;
  }
  if (typeof columns !== "object" || columns === null) return found;
  for (const [name, stated] of Object.entries(columns as Record<string, unknown>)) {
    const { encoding, crs } = (stated ?? {}) as { encoding?: unknown; crs?: unknown };
    if (encoding !== "WKB") continue;
    // A crs of null is one that nobody knows; one that is left out is OGC:CRS84.
    found.set(name, { isGeographic: crs === undefined || isGeographicJson(crs) });
  }
  return found;
}
