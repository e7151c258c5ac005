/** The local MCP server as an npm package, for `npx` directly from this service. */
import type { Service } from "../../service.ts";
import { packageJson, programOf, readMe } from "./program-files.ts";
import { tarballOf } from "./tarball.ts";

export async function mcpPackage(service: Service): Promise<Uint8Array<ArrayBuffer>> {
  return tarballOf([
    { path: "package.json", content: packageJson(service) },
    { path: "README.md", content: readMe(service) },
    ...(await programOf(service)),
  ]);
}
