/** Reads XML records: each element that repeats is a table, its attributes and parts are columns. */
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { listNames } from "../../base/list-names.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { OpenInner } from "../inner-table.ts";
import { type FoundRow, openXmlTables, type RowListener } from "./found-rows.ts";
import { charsIn, type ElementNode, tablesOf, XmlOutline } from "./outline.ts";
import { parseXmlFile } from "./parse-xml.ts";

const format = "xml";
/** Smaller tables are notes about the others: the links of a feed. */
const sizeShareMin = 0.02;
const namesShownMax = 5;
/** Bytes of an element without its text. */
const elementBytes = 8;

const reading = { format, isDocument: true } as const;

export const openXml: OpenInner = async (file, _target, { all: limits }, onShare) => {
  const outline = await outlineOf(file, limits, (share) => onShare(share / 2));
  const all = tablesOf(outline);
  const sizes = new Map([...all.keys()].map((node) => [node, charsIn(node)]));
  const largest = Math.max(0, ...sizes.values());
  const isTable = (node: ElementNode): boolean => (sizes.get(node) ?? 0) >= largest * sizeShareMin;
  const chosen = new Map([...all].filter(([node]) => isTable(node)).slice(0, limits.tablesMax));
  if (chosen.size === 0) {
    const detail =
      "No element of the XML file repeats, so it has no rows; write the data as CSV or JSON Lines.";
    throw new DatasetRefusal("unsupported_format", detail, format);
  }
  const names = namesOf(chosen);
  const tables = await openXmlTables(file, {
    ...{ ...reading, limits, isUntyped: true },
    listen: () => new RecordReader(outline.root, names, limits),
    onShare: (share) => onShare((1 + share) / 2),
  });
  const left = [...all.values()].filter((path) => ![...chosen.values()].includes(path));
  const found = chosen.size === 1 ? tables.map((table) => ({ ...table, name: "" })) : tables;
  return { format, tables: found, notes: [], alerts: leftAlerts(left) };
};

async function outlineOf(
  file: DiskFile,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<XmlOutline> {
  const outline = new XmlOutline(limits);
  for await (const bytes of parseXmlFile(file, outline, { ...reading, limits })) {
    onShare(Math.min(1, bytes / file.byteSize));
  }
  return outline;
}

/** The elements' names, or their paths where two have the same name. */
function namesOf(tables: ReadonlyMap<ElementNode, string>): Map<ElementNode, string> {
  const nodes = [...tables.keys()];
  return new Map(
    [...tables].map(([node, path]) => {
      const isUnique = nodes.every((other) => other === node || other.name !== node.name);
      return [node, isUnique ? node.name : path];
    }),
  );
}

function leftAlerts(paths: readonly string[]): ProfileAlert[] {
  if (paths.length === 0) return [];
  const detail = `Other elements repeat, too, and are left out: ${listNames(paths, namesShownMax)}.`;
  return [{ code: "unread_tables", detail }];
}

type Frame = {
  isNamed: boolean;
  node: ElementNode;
  key: string;
  value: Record<string, unknown>;
  text: string;
};

class RecordReader implements RowListener {
  readonly rows: FoundRow[] = [];
  readonly #tables: ReadonlyMap<ElementNode, string>;
  readonly #limits: DatasetLimits;
  /** The elements around, down to a record. */
  readonly #path: (ElementNode | undefined)[];
  /** The elements of a record, down to the present one. */
  readonly #frames: Frame[] = [];
  #byteSize = 0;

  constructor(root: ElementNode, tables: ReadonlyMap<ElementNode, string>, limits: DatasetLimits) {
    this.#path = [root];
    this.#tables = tables;
    this.#limits = limits;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const around = this.#frames.at(-1)?.node ?? this.#path.at(-1);
    const node = around?.children.get(name);
    if (node === undefined || (this.#frames.length === 0 && !this.#tables.has(node))) {
      this.#path.push(node);
      return;
    }
    const value: Record<string, unknown> = Object.create(null);
    const isNamed = this.#frames.length > 0 && node.isNamedValue;
    const named = isNamed ? attributes[node.keyAttribute ?? ""] : undefined;
    if (named === undefined) {
      for (const key of node.attributes) {
        const text = attributes[key]?.trim();
        if (text === undefined || text === "") continue;
        this.#count(key.length + text.length);
        value[node.children.has(key) ? `@${key}` : key] = text;
      }
    }
    this.#count(elementBytes);
    this.#frames.push({ isNamed, node, key: named ?? name, value, text: "" });
  }

  text(part: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.text += part;
    this.#count(part.length);
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) {
      this.#path.pop();
      return;
    }
    const { node, key, isNamed } = frame;
    const around = this.#frames.at(-1);
    const found = contentOf(frame);
    if (around === undefined) {
      const values = new Map<string, unknown>();
      flatten(typeof found === "string" ? { value: found } : (found ?? {}), "", values);
      const table = this.#tables.get(node) ?? "";
      this.rows.push({ table, values, byteSize: this.#byteSize });
      this.#byteSize = 0;
      return;
    }
    if (!node.repeats || isNamed) around.value[key] = found;
    else {
      const list = (around.value[key] as unknown[] | undefined) ?? [];
      around.value[key] = list;
      if (found !== null) list.push(found);
    }
  }

  #count(bytes: number): void {
    this.#byteSize += bytes;
    if (this.#byteSize > this.#limits.rowBytesMax) {
      throw limitRefusal(this.#limits, "rowBytesMax", null, format);
    }
  }
}

type Parts = Readonly<Record<string, unknown>>;

/** An element's text, or its parts with the text among them as `text`; null if it is empty. */
function contentOf({ isNamed, node, value, text }: Frame): string | Parts | null {
  const own = text.trim();
  const hasParts = node.children.size > 0 || node.attributes.size > 0;
  if (!hasParts || isNamed) return own === "" ? null : own;
  if (own !== "") value[Object.hasOwn(value, "text") ? "@text" : "text"] = own;
  return Object.keys(value).length === 0 ? null : value;
}

/** Parts that occur once become columns; lists stay JSON. */
function flatten(parts: Parts, prefix: string, into: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(parts)) {
    const name = prefix + key;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) flatten(value as Parts, `${name}.`, into);
    else if (!Array.isArray(value) || value.length > 0) into.set(name, value);
  }
}
