/** Reads the tables of SQLite databases and GeoPackages in place, with the runtime's SQLite. */
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { streamFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { servedPosition } from "../../base/served-files.ts";
import { requireRoom } from "../../open/require-room.ts";
import type { InnerTable, OpenInner } from "../inner-table.ts";
import { unreadableColumns } from "../lost-columns.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";
import { parseWkb } from "../wkb.ts";

/** Rows that show which columns hold binary data. */
const sampledRows = 50;
/** A row takes at least this much of its page: a pointer, two lengths and its header. */
const rowBytesMin = 4;
/** Terms of a query for which SQLite needs no limit of its own to be raised. */
const termsMax = 500;

type Row = (string | number | bigint | Uint8Array | null)[];

/** A table that programs made for themselves, such as an index of geometries. */
const systemTable =
  /^(sqlite_|gpkg_|rtree_|idx_|spatialite_|views_|virts_|geometry_columns|spatial_ref_sys|vector_layers|sql_statements_log|elementarygeometries|spatialindex|knn|data_licenses|android_metadata$)/i;

export const openSqlite: OpenInner = (file, target, budget) =>
  openDatabase(file, target, budget.all, "sqlite");

export const openGeoPackage: OpenInner = (file, target, budget) =>
  openDatabase(file, target, budget.all, "geopackage");

async function openDatabase(
  file: DiskFile,
  target: string,
  limits: DatasetLimits,
  format: string,
): ReturnType<OpenInner> {
  const database = new Database(await onDisk(file, target), format);
  const names = database.tables();
  const read = names.slice(0, limits.tablesMax);
  if (read.length === 0) {
    throw new DatasetRefusal("no_data_rows", "The database has no table.", format);
  }
  const sizes = read.map((name) => database.lastRow(name));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const tables = read.map((name, index): InnerTable => {
    const byteSize = Math.ceil(file.byteSize * ((sizes[index] ?? 0) / Math.max(1, total)));
    try {
      const source = database.open(name, limits);
      return { name, byteSize, named: true, open: () => source };
    } catch (error) {
      if (!(error instanceof DatasetRefusal)) throw error;
      return { name, byteSize, refusal: error };
    }
  });
  const left = names.length - read.length;
  const detail = `The database has ${left} more tables, which have no profile.`;
  const alerts: ProfileAlert[] = left > 0 ? [{ code: "unread_tables", detail }] : [];
  return { format, tables, notes: [], alerts };
}

/** SQLite needs a path, so a file that the parent serves is copied. */
async function onDisk(file: DiskFile, target: string): Promise<DiskFile> {
  if (servedPosition(file.filePath) < 0) return file;
  const filePath = `${target}-database`;
  requireRoom(dirname(filePath), file.byteSize);
  await pipeline(streamFile(file.filePath), createWriteStream(filePath));
  return { ...file, filePath };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A database whose contents are not trusted: only its own tables are read, never its views. */
class Database {
  readonly #database: DatabaseSync;
  readonly #byteSize: number;
  readonly #format: string;

  constructor({ filePath, byteSize }: DiskFile, format: string) {
    this.#byteSize = byteSize;
    this.#format = format;
    this.#database = this.#guard(() => {
      // Immutable: no journal next to the file is looked for, and none is written.
      const database = new DatabaseSync(`${pathToFileURL(filePath)}?immutable=1`, {
        readOnly: true,
      });
      database.exec("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;");
      return database;
    });
  }

  /** Names of the tables that hold data, in the order of their making. */
  tables(): string[] {
    const listed = this.#all("SELECT name, sql FROM sqlite_schema WHERE type = 'table'");
    const own = listed.flatMap(([name, sql]) => {
      const isVirtual = /^create\s+virtual/i.test(String(sql));
      return typeof name === "string" && !isVirtual && !systemTable.test(name) ? [name] : [];
    });
    if (this.#format !== "geopackage") return own;
    const contents = new Set(
      this.#all("SELECT table_name FROM gpkg_contents").map(([name]) => name),
    );
    const described = own.filter((name) => contents.has(name));
    return described.length > 0 ? described : own;
  }

  /** The largest row id, about the number of rows; 1 without one. */
  lastRow(table: string): number {
    try {
      const [[last] = []] = this.#all(`SELECT max(rowid) FROM ${quoted(table)}`);
      return Math.max(1, Number(last ?? 0));
    } catch {
      return 1;
    }
  }

  open(table: string, limits: DatasetLimits): RecordSource {
    const stored = this.#all(`PRAGMA table_xinfo(${quoted(table)})`);
    // Columns 5 and 6 say whether a column is computed; computing it could take any time.
    const names = stored.flatMap((row) => (Number(row[6]) === 0 ? [String(row[1])] : []));
    if (names.length > limits.columnsMax) {
      throw limitRefusal(limits, "columnsMax", names.length, this.#format);
    }
    this.#refuseLongValues(table, names, limits);
    const geometry = this.#geometryOf(table);
    const binary = this.#binaryColumns(table, names).filter((name) => name !== geometry?.name);
    const shown = names.filter((name) => !binary.includes(name));
    const geometryColumn = shown.indexOf(geometry?.name ?? "");
    return new RecordSource(
      {
        format: this.#format,
        names: shown,
        ...(geometryColumn < 0 ? {} : { geometryColumn }),
        isProjected: geometry?.isProjected ?? false,
        rows: () => this.#rows(table, shown, geometryColumn),
        alerts: () => unreadableColumns(binary, names.length),
      },
      limits,
    );
  }

  /** Looks only at the lengths, because a damaged length may state a gigabyte. */
  #refuseLongValues(table: string, names: readonly string[], limits: DatasetLimits): void {
    for (let from = 0; from < names.length; from += termsMax) {
      const some = names.slice(from, from + termsMax);
      const isLong = some.map((name) => `octet_length(${quoted(name)}) > ${limits.rowBytesMax}`);
      const sql = `SELECT 1 FROM ${quoted(table)} WHERE ${isLong.join(" OR ")} LIMIT 1`;
      if (this.#all(sql).length > 0) throw limitRefusal(limits, "rowBytesMax", null, this.#format);
    }
  }

  /** Columns whose first values are all binary. */
  #binaryColumns(table: string, names: readonly string[]): string[] {
    const rows = this.#all(`SELECT ${listOf(names)} FROM ${quoted(table)} LIMIT ${sampledRows}`);
    return names.filter((_, column) => {
      const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
      return values.length > 0 && values.every((value) => value instanceof Uint8Array);
    });
  }

  /** The geometry column of a GeoPackage's table, and whether its coordinates are not degrees. */
  #geometryOf(table: string): { name: string; isProjected: boolean } | null {
    if (this.#format !== "geopackage") return null;
    const sql =
      "SELECT g.column_name, s.definition FROM gpkg_geometry_columns g " +
      "LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id WHERE g.table_name = ?";
    const [found] = this.#all(sql, table);
    if (found === undefined) return null;
    return { name: String(found[0]), isProjected: isProjected(String(found[1] ?? "")) };
  }

  *#rows(table: string, names: readonly string[], geometryColumn: number): Generator<RecordRow> {
    const rows = this.#guard(() =>
      this.#statement(`SELECT ${listOf(names)} FROM ${quoted(table)}`).iterate(),
    ) as IterableIterator<unknown>;
    let count = 0;
    let bytes = 0;
    for (;;) {
      const { done, value } = this.#guard(() => rows.next());
      if (done) return;
      const row = value as Row;
      const byteSize = row.reduce((sum: number, cell) => sum + bytesOf(cell), 0);
      count++;
      bytes += byteSize;
      // Pages may lead to the same pages many times, which yields rows without end.
      const isEndless = count * rowBytesMin > this.#byteSize || bytes > 16 * this.#byteSize;
      if (isEndless) throw this.#fault("The database repeats its pages.");
      const cells = row.map((cell, column) => {
        return column === geometryColumn ? geometryOf(cell) : cellOf(cell);
      });
      yield { cells, byteSize: byteSize + cells.length };
    }
  }

  #all(sql: string, ...values: string[]): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values)) as unknown as Row[];
  }

  #statement(sql: string) {
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return statement;
  }

  #fault(detail: string, cause?: unknown): DatasetRefusal {
    return new DatasetRefusal("malformed_file", detail, this.#format, cause);
  }

  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw this.#fault("The database is damaged.", error);
    }
  }
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "NULL" : names.map(quoted).join(", ");
}

function bytesOf(cell: Row[number]): number {
  if (typeof cell === "string" || cell instanceof Uint8Array) return cell.length;
  return cell === null ? 0 : 1;
}

function cellOf(cell: Row[number]): unknown {
  if (cell instanceof Uint8Array) return null;
  if (typeof cell !== "bigint") return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : cell;
}

/** Bytes of the envelope before a geometry, by its kind (GeoPackage 1.4, section 2.1.3). */
const envelopeBytes = [0, 32, 48, 48, 64];
const geometryHeadBytes = 8;

function geometryOf(cell: Row[number]): unknown {
  if (!(cell instanceof Uint8Array)) return null;
  const [first, second, , flags = 0] = cell;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  const isGeometry = first === 0x47 && second === 0x50 && envelope !== undefined;
  return isGeometry ? parseWkb(cell.subarray(geometryHeadBytes + envelope)) : { type: "invalid" };
}

/** By a coordinate system's definition in well-known text. */
export function isProjected(definition: string): boolean {
  return /^\s*(PROJCS|PROJCRS|PROJECTEDCRS|LOCAL_CS|ENGCRS|COMPD_CS\[[^[]*PROJCS)/i.test(
    definition,
  );
}
