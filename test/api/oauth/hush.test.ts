/** What the authorisation server's library writes while it is loaded: nothing that is no JSON line. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const repositoryDir = join(import.meta.dir, "../../..");

test("the service is loaded without a line of plain text, and warnings are heard afterwards", async () => {
  const program = 'await import("./api/oauth/provider.ts"); console.warn("heard"); process.exit(0)';
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: repositoryDir,
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = [
    await new Response(child.stdout).text(),
    await new Response(child.stderr).text(),
    await child.exited,
  ];
  expect(said).toEqual(["", "heard\n", 0]);
});
