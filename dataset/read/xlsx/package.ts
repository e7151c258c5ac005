/** The parts of an Office document and their relationships (ECMA-376 part 2, packages). */
import { posix } from "node:path";
import type { DatasetLimits } from "../../base/limits.ts";
import type { Archive, ArchiveEntry } from "../../open/archive/entries.ts";
import { readXml } from "../xml/parse-xml.ts";

/** A relationship: the end of the address `type` is its kind, `part` the target's name. */
export type Relation = { type: string; part: string };

export type Package = {
  part(name: string): ArchiveEntry | undefined;
  /** Relationships by id; empty if there are none. `of` is empty for the package itself. */
  relationsOf(of: string): Promise<ReadonlyMap<string, Relation>>;
};

/** Name of the part that lists another part's relationships. */
export function relationsPart(of: string): string {
  return posix.join(posix.dirname(of), "_rels", `${posix.basename(of)}.rels`);
}

export function openPackage(archive: Archive, limits: DatasetLimits): Package {
  const parts = new Map(archive.files.map((file) => [keyOf(file.name), file]));
  const part = (name: string) => parts.get(keyOf(name));
  return {
    part,
    async relationsOf(of) {
      const folder = posix.dirname(of);
      const entry = part(relationsPart(of));
      const relations = new Map<string, Relation>();
      const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
        if (name !== "Relationship") return;
        const { Id = "", Type: type = "", Target: target = "" } = attributes;
        relations.set(Id, {
          type,
          part: posix.join(target.startsWith("/") ? "/" : folder, target),
        });
      };
      if (entry !== undefined) await readXml(entry, { open }, limits);
      return relations;
    },
  };
}

/** Part names are case-insensitive; some writers use backslashes between folders. */
function keyOf(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}
