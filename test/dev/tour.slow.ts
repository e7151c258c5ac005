/**
 * The output of `bun dev` when it is up, pasted line by line, and its message when it cannot start.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { refusalOf } from "../../dev/busy-ports.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { tour } from "../../dev/report.ts";
import { loadSecrets } from "../../dev/secrets.ts";
import { readSettings } from "../../dev/settings.ts";
import { bytesOnDisk, runnerOf } from "../../dev/tour-facts.ts";
import { findProgram } from "../support/programs/debian-programs.ts";
import { createTestDir } from "../support/stack.ts";
import { killRunsAfterEach, startDev, untilUp } from "./dev-run.ts";

setDefaultTimeout(120_000);
killRunsAfterEach();

/** The commands below a heading of the tour, as they are printed. */
function commandsOf(output: string, heading: string): string {
  const [, after = ""] = output.split(`\n${heading}`);
  const [block = ""] = after.split("\n\n");
  return block.split("\n").slice(1).join("\n");
}

/** Pastes into the plain shell of every system, which stops at the first error. */
async function paste(dir: string, script: string): Promise<string> {
  const curl = await findProgram("curl");
  const shell = Bun.spawn(["sh", "-eu", "-c", script], {
    cwd: dir,
    env: { PATH: `${dirname(curl)}${delimiter}/usr/bin${delimiter}/bin` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await new Response(shell.stdout).text();
  const errors = await new Response(shell.stderr).text();
  if ((await shell.exited) !== 0) throw new Error(`${output}\n${errors}`);
  return output;
}

async function approve(run: { dataDir: string; portBase: number }, token: string): Promise<void> {
  const { idToken } = await signInHeadless({
    issuer: `http://localhost:${run.portBase + 2}`,
    clientId: "dataset-market",
    clientSecret: loadSecrets(run.dataDir).OIDC_CLIENT_SECRET,
    redirectUri: `http://localhost:${run.portBase}/auth/callback`,
    email: "you@example.com",
  });
  const answer = await fetch(`http://localhost:${run.portBase}/agent/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

test("the tour runs as it is printed, from registration to a file that was downloaded", async () => {
  const run = await startDev();
  await untilUp(run);
  const output = run.output();
  // An interactive zsh takes `#` for a word, and curl would then request the text after it.
  expect(output).not.toContain("#");
  const dir = createTestDir();
  const prelude = commandsOf(output, "First, for all that follows");
  const [register = "", sell = ""] = commandsOf(output, "Sell:").split(/^ {2}: 'As the owner.*\n/m);
  const token = (await paste(dir, `${prelude}\n${register}\nprintf %s "$TOKEN"`)).trim();
  await approve(run, token);
  const sold = await paste(dir, `${prelude}\nTOKEN='${token}'\n${sell}`);
  expect(sold).toContain('"verified":true');
  expect(sold).toContain('"auto_sample_status":"generated"');
  expect(sold).toContain('"status":"active"');
  const bought = await paste(dir, `${prelude}\n${commandsOf(output, "Buy:")}\ncat my-dataset`);
  expect(bought).toContain("My levels");
  expect(bought).toEndWith("station,level_m\nnorth,1.5\nsouth,2.25\n");
  expect(output).toContain("admin@example.com");
  expect(output).toMatch(/the data stays in .* \(\d+ MB on disk\)\.\n\nOpen http\S+ first\.\n$/);
});

describe("a start that cannot be", () => {
  test.each(["nonsense", "mysql://127.0.0.1/market", "postgres://"])(
    "for the DATABASE_URL %p names the variable",
    async (url) => {
      const run = await startDev({ DATABASE_URL: url, NATS_URL: "nats://127.0.0.1:9" });
      expect(await run.exited).toBe(1);
      expect(run.output()).toContain("DATABASE_URL is no address such as postgres://");
    },
  );

  test("for rights is not called a port that is taken", () => {
    const settings = readSettings({ PORT_BASE: "80" });
    const denied = refusalOf([{ name: "api", code: "EACCES" }], settings, "npx -y bun");
    expect(denied).toContain("port 80 (api)");
    expect(denied).toContain("Ports below 1024 require special rights");
    expect(denied).toContain("PORT_BASE=4000 npx -y bun dev");
    expect(denied).not.toContain("already listens");
    const taken = refusalOf([{ name: "mcp", code: "EADDRINUSE" }], settings, "bun");
    expect(taken).toContain("Another program already listens");
    expect(taken).toContain("port 81 (mcp)");
  });

  test("for its data folder names DATA_DIR", async () => {
    const dir = createTestDir();
    writeFileSync(join(dir, "file"), "");
    mkdirSync(join(dir, "logs-are-a-file"));
    writeFileSync(join(dir, "logs-are-a-file", "logs"), "");
    for (const name of ["file", "logs-are-a-file"]) {
      const dataDir = join(dir, name);
      const run = await startDev({ DATA_DIR: dataDir });
      expect(await run.exited).toBe(1);
      expect(run.output()).toContain(`cannot write its data to ${dataDir}: E`);
      expect(run.output()).toContain("Choose another folder with DATA_DIR.");
    }
  });
});

test("without an installed bun the printed command uses npx", () => {
  const dir = createTestDir();
  const folder = (...names: string[]) => {
    const path = join(dir, ...names);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "bun"), "");
    chmodSync(join(path, "bun"), 0o755);
    return path;
  };
  const borrowed = folder("_npx", "1", "node_modules", ".bin");
  expect(runnerOf(borrowed)).toBe(`npx -y bun@${Bun.version}`);
  expect(runnerOf([borrowed, folder("own")].join(delimiter))).toBe("bun");
});

test("disk use is measured although files vanish, and circular links are not followed", async () => {
  const dir = createTestDir();
  mkdirSync(join(dir, "deep"));
  symlinkSync(".", join(dir, "deep", "again"));
  writeFileSync(join(dir, "deep", "file"), new Uint8Array(1_000_000).fill(7));
  expect(await bytesOnDisk(dir)).toBeGreaterThanOrEqual(1_000_000);
  expect(await bytesOnDisk(join(dir, "nowhere"))).toBe(0);
});

test("the tour names people of the demo only where it was loaded, and no sign-in that a real provider would refuse", () => {
  const told = (env: Record<string, string>) =>
    tour(readSettings(env), {}, { exampleId: undefined, runner: "bun", bytesOnDisk: 1 });
  const [whole, empty] = [told({}), told({ DEMO_CATALOGUE: "false" })];
  const real = told({ OIDC_ISSUER: "https://people.example" });
  expect([whole, empty, real].map((text) => text.includes("demo-buyer@"))).toEqual([
    true,
    false,
    false,
  ]);
  expect([whole, empty, real].map((text) => text.includes("no password"))).toEqual([
    true,
    true,
    false,
  ]);
  expect(real).toContain("who is in ADMIN_EMAILS decides disputes");
});
