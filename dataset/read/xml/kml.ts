/** Reads the placemarks of KML 2.3, with their data and geometries, as one table. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { OpenInner } from "../inner-table.ts";
import { type FoundRow, openXmlTables, type RowListener, valueOfText } from "./found-rows.ts";

const format = "kml";
const table = "placemarks";
/** Elements of a placemark that become columns. */
const columns: ReadonlySet<string> = new Set([
  ...["name", "description", "address", "phoneNumber", "when", "begin", "end", "styleUrl"],
]);

type Geometry = { type: string; coordinates?: unknown; geometries?: Geometry[] };

export const openKml: OpenInner = async (file, _target, { all: limits }, onShare) => {
  const listen = (): RowListener => new PlacemarkReader(limits);
  const tables = await openXmlTables(file, {
    ...{ format, limits, listen, onShare },
    geometryName: "geometry",
  });
  const only = tables.length === 1 ? tables.map((each) => ({ ...each, name: "" })) : tables;
  return { format, tables: only, notes: [], alerts: [] };
};

class PlacemarkReader implements RowListener {
  readonly rows: FoundRow[] = [];
  readonly #limits: DatasetLimits;
  #values: Map<string, unknown> | null = null;
  #byteSize = 0;
  #text = "";
  #dataName: string | null = null;
  #folders: string[] = [];
  #path: string[] = [];
  /** Geometries that are complete, by the number of multi-geometries around them. */
  #geometries: Geometry[][] = [[]];
  #rings: unknown[][] = [];
  #track: unknown[] = [];

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    this.#text = "";
    if (name === "Folder") this.#folders.push("");
    else if (name === "Placemark") {
      this.#values = new Map();
      this.#byteSize = 1;
      this.#geometries = [[]];
      const folder = this.#folders.filter((each) => each !== "").join(" / ");
      if (folder !== "") this.#values.set("folder", folder);
    } else if (name === "Data" || name === "SimpleData") this.#dataName = attributes.name ?? null;
    else if (name === "MultiGeometry" || name === "MultiTrack") this.#geometries.push([]);
    else if (name === "Polygon") this.#rings = [];
    else if (name === "Track") this.#track = [];
  }

  text(part: string): void {
    this.#text += part;
    this.#byteSize += part.length;
    const { rowBytesMax } = this.#limits;
    const length = this.#values === null ? this.#text.length : this.#byteSize;
    if (length > rowBytesMax) throw limitRefusal(this.#limits, "rowBytesMax", null, format);
  }

  close(name: string): void {
    this.#path.pop();
    const parent = this.#path.at(-1) ?? "";
    const text = this.#text;
    this.#text = "";
    if (name === "Folder") this.#folders.pop();
    else if (this.#values === null) {
      const last = this.#folders.length - 1;
      if (name === "name" && parent === "Folder") this.#folders[last] = text.trim();
    } else if (name === "Placemark") this.#endPlacemark();
    else if (!this.#takeGeometry(name, parent, text)) this.#takeValue(name, parent, text);
  }

  #takeValue(name: string, parent: string, text: string): void {
    const isData = name === "SimpleData" || (name === "value" && parent === "Data");
    const column = isData ? this.#dataName : columns.has(name) ? name : null;
    if (column === null || parent === "Track") return;
    const value = isData ? valueOfText(text) : text.trim();
    if (value !== null && value !== "") this.#values?.set(column, value);
  }

  /** Takes a part of a geometry; false if it is none. */
  #takeGeometry(name: string, parent: string, text: string): boolean {
    switch (name) {
      case "coordinates":
        this.#takeCoordinates(positionsOf(text), parent);
        return true;
      case "coord":
        this.#track.push(numbersOf(text.trim().split(/\s+/)));
        return true;
      case "Track":
        this.#add({ type: "LineString", coordinates: this.#track });
        return true;
      case "Polygon":
        this.#add({ type: "Polygon", coordinates: this.#rings });
        return true;
      case "MultiGeometry":
      case "MultiTrack": {
        const geometries = this.#geometries.pop() ?? [];
        this.#add({ type: "GeometryCollection", geometries });
        return true;
      }
      default:
        return false;
    }
  }

  #takeCoordinates(positions: number[][], parent: string): void {
    if (parent === "Point") this.#add({ type: "Point", coordinates: positions[0] ?? [] });
    else if (parent === "LineString") this.#add({ type: "LineString", coordinates: positions });
    else if (parent !== "LinearRing") return;
    else if (this.#path.includes("Polygon")) this.#rings.push(positions);
    else this.#add({ type: "LineString", coordinates: positions });
  }

  #add(geometry: Geometry): void {
    this.#geometries.at(-1)?.push(geometry);
  }

  #endPlacemark(): void {
    const [[geometry = null] = []] = this.#geometries;
    const values = this.#values ?? new Map();
    this.rows.push({ table, values, geometry, byteSize: this.#byteSize });
    this.#values = null;
  }
}

/** Positions are separated by blanks, their numbers by commas. */
function positionsOf(text: string): number[][] {
  const tuples = text
    .trim()
    .replaceAll(/\s*,\s*/g, ",")
    .split(/\s+/);
  const positions = tuples.map((tuple) => numbersOf(tuple.split(",")));
  return positions.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

/** Longitude, latitude and, if there is one, altitude. */
function numbersOf(texts: readonly string[]): number[] {
  return texts.slice(0, 3).map(Number);
}
