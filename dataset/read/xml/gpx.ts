/** Reads GPX 1.0 and 1.1: the points of tracks and routes, and waypoints, each as a table. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { OpenInner } from "../inner-table.ts";
import {
  type FoundRow,
  numberOf,
  openXmlTables,
  type RowListener,
  valueOfText,
} from "./found-rows.ts";

const format = "gpx";

const tablesByElement: Readonly<Record<string, string>> = {
  wpt: "waypoints",
  rtept: "route_points",
  trkpt: "track_points",
};
/** Bytes of a point without its texts. */
const pointBytes = 40;

export const openGpx: OpenInner = async (file, _target, { all: limits }, onShare) => {
  const listen = (): RowListener => new PointReader(limits);
  const tables = await openXmlTables(file, { format, limits, listen, onShare });
  return { format, tables, notes: [], alerts: [] };
};

class PointReader implements RowListener {
  readonly rows: FoundRow[] = [];
  readonly #limits: DatasetLimits;
  #values: Map<string, unknown> | null = null;
  #table = "";
  #path = 0;
  #segment = 0;
  #pathName: string | null = null;
  #element = "";
  #depth = 0;
  #text = "";
  #byteSize = 0;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = "";
    this.#element = name;
    if (this.#values !== null) {
      this.#depth++;
      return;
    }
    if (name === "trk" || name === "rte") {
      this.#path++;
      this.#segment = 0;
      this.#pathName = null;
    }
    if (name === "trkseg") this.#segment++;
    if (!Object.hasOwn(tablesByElement, name)) return;
    this.#table = tablesByElement[name] ?? "";
    this.#byteSize = pointBytes;
    this.#depth = 0;
    this.#values = new Map();
    if (name !== "wpt") {
      const path = name === "trkpt" ? "track" : "route";
      this.#values.set(path, this.#path);
      this.#values.set(`${path}_name`, this.#pathName);
    }
    if (name === "trkpt") this.#values.set("segment", this.#segment);
    this.#values.set("lat", numberOf(attributes.lat));
    this.#values.set("lon", numberOf(attributes.lon));
  }

  text(part: string): void {
    this.#text += part;
    this.#byteSize += part.length;
    const { rowBytesMax } = this.#limits;
    if (this.#text.length > rowBytesMax || (this.#values && this.#byteSize > rowBytesMax)) {
      throw limitRefusal(this.#limits, "rowBytesMax", null, format);
    }
  }

  close(name: string): void {
    const text = this.#text;
    this.#text = "";
    const isLeaf = this.#element === name;
    this.#element = "";
    if (this.#values === null) {
      if (name === "name" && isLeaf && this.#path > 0) this.#pathName ??= text.trim();
      return;
    }
    if (this.#depth === 0) {
      const { rows } = this;
      rows.push({ table: this.#table, values: this.#values, byteSize: this.#byteSize });
      this.#values = null;
      return;
    }
    this.#depth--;
    if (isLeaf && text.trim() !== "") this.#values.set(name, valueOfText(text));
  }
}
