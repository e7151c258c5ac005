/** All installed packages below node_modules: names, licences and native parts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Installed = {
  name: string;
  version: string;
  /** As stated in `package.json`; empty if absent. */
  licence: string;
  /** Contains code for one kind of machine, or WebAssembly. */
  isNative: boolean;
};

type Manifest = {
  name?: string;
  version?: string;
  license?: unknown;
  licenses?: unknown;
  os?: unknown;
  cpu?: unknown;
};

const nativeFile = /\.(?:node|dll|dylib|wasm|so(?:\.[\d.]+)?)$/;

/** Every package below the folder, including nested ones; each name and version once. */
export function listInstalled(modulesDir: string): Installed[] {
  const found = new Map<string, Installed>();
  for (const folder of packageFolders(modulesDir)) {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const { name = folder, version = "" } = manifest;
    const isNative = "os" in manifest || "cpu" in manifest || holdsNativeFile(folder);
    found.set(`${name}@${version}`, { name, version, licence: licenceOf(manifest), isNative });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function* packageFolders(modulesDir: string): Generator<string> {
  for (const entry of readdirSync(modulesDir, { withFileTypes: true })) {
    // Old packages have an object, or a list of objects to choose from.
    if (entry.name.startsWith(".") || entry.isSymbolicLink()) continue;
    const folder = join(modulesDir, entry.name);
    if (entry.name.startsWith("@")) {
      yield* packageFolders(folder);
      continue;
    }
    if (!existsSync(join(folder, "package.json"))) continue;
    yield folder;
    if (existsSync(join(folder, "node_modules")))
      yield* packageFolders(join(folder, "node_modules"));
  }
}

/** Old packages have an object, or a list of alternatives. */
function licenceOf({ license, licenses }: Manifest): string {
  const all = [license ?? licenses ?? []].flat().map((one) => {
    return typeof one === "string" ? one : String((one as { type?: unknown }).type ?? "");
  });
  return all.length > 1 ? `(${all.join(" OR ")})` : (all[0] ?? "");
}

function holdsNativeFile(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name === "node_modules") return false;
    return entry.isDirectory()
      ? holdsNativeFile(join(folder, entry.name))
      : nativeFile.test(entry.name);
  });
}
