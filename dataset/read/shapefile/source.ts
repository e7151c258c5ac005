/** Reads the layers of a zip archive of Shapefiles: shapes, and their rows in a dBase table. */
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { type ArchiveEntry, readWhole } from "../../open/archive/entries.ts";
import { describeRest } from "../../open/archive/find-content.ts";
import { extractEntry } from "../../open/archive/unarchive.ts";
import { openZip } from "../../open/archive/zip.ts";
import type { UnpackBudget } from "../../open/unpacked-size.ts";
import { openDbfFile } from "../dbf/records.ts";
import type { InnerTable, OpenInner } from "../inner-table.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";
import { isProjected } from "../sqlite/source.ts";
import { shapesOf } from "./shapes.ts";

const format = "shapefile";
const noteBytesMax = 64 * 1024;

export const openShapefile: OpenInner = async (file, target, budget, onShare) => {
  const archive = await openZip(file.filePath, budget.all, "each");
  try {
    const layers = layersOf(archive.files).slice(0, budget.all.tablesMax);
    const tables: InnerTable[] = [];
    for (const [index, layer] of layers.entries()) {
      tables.push(await openLayer(layer, `${target}-layer-${index}`, budget));
      onShare((index + 1) / layers.length);
    }
    const used = new Set(layers.flatMap(({ parts }) => [...parts.values()]));
    return { format, tables, notes: [], alerts: describeRest(archive, used) };
  } finally {
    archive.close();
  }
};

/** The files of a layer have one name and different extensions. */
type Layer = { name: string; parts: Map<string, ArchiveEntry> };

function layersOf(files: readonly ArchiveEntry[]): Layer[] {
  const layers = new Map<string, Layer>();
  for (const entry of files) {
    const [, name, extension] =
      /^(.+?)\.((?:shp|dbf|shx|prj|cpg|sbn|sbx|qix|qpj|shp\.xml))$/i.exec(entry.name) ?? [];
    if (name === undefined || extension === undefined || /^__macosx/i.test(name)) continue;
    const layer = layers.get(name.toLowerCase()) ?? { name, parts: new Map() };
    layer.parts.set(extension.toLowerCase(), entry);
    layers.set(name.toLowerCase(), layer);
  }
  return [...layers.values()].filter(({ parts }) => parts.has("shp"));
}

async function openLayer(
  { name, parts }: Layer,
  target: string,
  budget: UnpackBudget,
): Promise<InnerTable> {
  const shapes = parts.get("shp");
  const byteSize = (shapes?.byteSize ?? 0) + (parts.get("dbf")?.byteSize ?? 0);
  try {
    if (shapes === undefined) throw new DatasetRefusal("malformed_file", "No shapes.", format);
    const shp = await extractEntry(shapes, `${target}.shp`, budget.limits, () => {});
    budget.spend(shp.byteSize);
    const dbf = await openRows(parts, target, budget);
    const definition = await textOf(parts.get("prj"));
    const names = [...(dbf?.names ?? []), "geometry"];
    const open = (limits: DatasetLimits): RecordSource =>
      new RecordSource(
        {
          format,
          encoding: dbf?.encoding ?? null,
          names,
          geometryColumn: names.length - 1,
          isProjected: isProjected(definition),
          rows: () => joined(shapesOf(shp, limits), dbf?.rows(true) ?? null, names.length - 1),
          alerts: () => dbf?.alerts() ?? [],
        },
        limits,
      );
    return { name, byteSize, named: true, open };
  } catch (error) {
    if (!(error instanceof DatasetRefusal)) throw error;
    return { name, byteSize, refusal: error };
  }
}

async function openRows(parts: Layer["parts"], target: string, budget: UnpackBudget) {
  const entry = parts.get("dbf");
  if (entry === undefined) return null;
  const dbf = await extractEntry(entry, `${target}.dbf`, budget.limits, () => {});
  budget.spend(dbf.byteSize);
  const [codePage = ""] = (await textOf(parts.get("cpg"))).trim().split(/\s/);
  const encoding = /^\d{3,5}$/.test(codePage) ? `cp${codePage}` : codePage;
  return await openDbfFile(dbf, budget.all, encoding === "" ? null : encoding);
}

async function textOf(entry: ArchiveEntry | undefined): Promise<string> {
  const bytes = entry === undefined ? null : await readWhole(entry, noteBytesMax);
  return bytes?.toString("latin1") ?? "";
}

type Shape = { geometry: unknown; byteSize: number };

/** Shapes and rows belong together by their position; deleted rows are left out. */
function* joined(
  shapes: Generator<Shape>,
  rows: Generator<RecordRow | null> | null,
  width: number,
): Generator<RecordRow> {
  const empty = new Array<null>(width).fill(null);
  for (const { geometry, byteSize } of shapes) {
    const next = rows?.next();
    const row = next === undefined || next.done ? { cells: empty, byteSize: 0 } : next.value;
    if (row !== null) {
      yield { cells: [...row.cells, geometry], byteSize: row.byteSize + byteSize };
    }
  }
}
