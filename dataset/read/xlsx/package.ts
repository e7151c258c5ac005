/** The parts of an Office document, and which others each refers to (ECMA-376 part 2, packages). */
import { posix } from "node:path";
import type { DatasetLimits } from "../../base/limits.ts";
import type { Archive, ArchiveEntry } from "../../open/archive/entries.ts";
import { readXml } from "./xml.ts";

/** What a part refers to: `type` is an address whose end names the kind, `part` the name of the other part. */
export type Relation = { type: string; part: string };

export type Package = {
  part(name: string): ArchiveEntry | undefined;
  /** By their ids; none where the part refers to nothing. `of` is empty for the package itself. */
  relationsOf(of: string): Promise<ReadonlyMap<string, Relation>>;
};

/** The name of the part that lists what another one refers to. */
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

/** Names are equal whatever the case of their letters; some writers divide folders by backslashes. */
function keyOf(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}
