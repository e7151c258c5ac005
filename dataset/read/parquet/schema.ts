/** Facts about a Parquet file's columns that Polars does not provide. */
import { distinctNames } from "../column-names.ts";
import type { ThriftStruct, ThriftValue } from "./thrift.ts";

/**
 * The meaning of a column's bytes: `wkb` geometries, `uuid`, texts (JSON or enumerations) and
 * 16-bit floats (`half`) are read as such; `null` is left to the column's reader.
 */
type ByteMeaning = "text" | "uuid" | "wkb" | "half" | null;

/**
 * How a flat column's values are stored: the physical type's number, and whether values may be
 * missing.
 */
type FlatLeaf = { type: number; isOptional: boolean };

/** A top-level column. */
export type ParquetField = {
  /** A unique name; several columns may have the same name in the file. */
  name: string;
  nameInFile: string;
  meaning: ByteMeaning;
  /** Null for nested and repeated columns. */
  leaf: FlatLeaf | null;
  /** For geometries: whether coordinates are degrees of longitude and latitude. */
  isGeographic: boolean;
  /** Whether nested values contain bytes, which Polars cannot show there. */
  nestsBytes: boolean;
};

/** Field numbers of a schema element, and of its logical type union. */
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

/** Converted types of enumerations and JSON. */
const textsConverted: ReadonlySet<unknown> = new Set([4n, 19n]);
/** Physical types of bytes: variable and fixed length. */
const byteTypes: ReadonlySet<unknown> = new Set([6n, 7n]);
/**
 * Converted and logical types of bytes that Polars reads itself, even in nested values: text and
 * decimal.
 */
const knownConverted: ReadonlySet<number> = new Set([0, 5]);
const knownLogical = [1, 5];

/** Coordinate systems in degrees; the default of Parquet and GeoParquet is OGC:CRS84. */
const geographicCrs = /^(OGC:CRS(84|83|27)h?|EPSG:(4326|4979|4258|4269)|srid:(4326|4979|0))$/i;

type Element = { element: ThriftStruct; children: Element[] };

/** Number of elements below one; for a leaf, some writers state 0 and others nothing. */
export function childrenOf(element: ThriftStruct | undefined): number {
  return Math.max(0, Number(element?.[CHILDREN]) || 0);
}

/** The columns of a schema in order. `geo` is GeoParquet's metadata, if present. */
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

/** Whether PROJJSON describes degrees, by its type or its registered name. */
function isGeographicJson(crs: unknown): boolean {
  if (typeof crs !== "object" || crs === null) return false;
  const { type, id } = crs as { type?: unknown; id?: { authority?: unknown; code?: unknown } };
  if (type === "GeographicCRS") return true;
  return geographicCrs.test(`${id?.authority}:${id?.code}`);
}

/** GeoParquet's columns with well-known binary; its other encodings need no conversion. */
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
    // A null crs is unknown; an absent one is OGC:CRS84.
    found.set(name, { isGeographic: crs === undefined || isGeographicJson(crs) });
  }
  return found;
}
