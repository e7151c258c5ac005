/** The entry points: --help does nothing but print, and unknown arguments are refused. */
import { describe, expect, test } from "bun:test";
import { readArguments } from "../../platform/program-arguments.ts";

const usage = { typedAs: "bun x", about: "Runs x.", variables: [["PORT", "where"]] } as const;

describe("a command line", () => {
  const cases: [args: string[], words: string[], expected: unknown][] = [
    [[], [], { word: undefined }],
    [[], ["http", "stdio"], { word: "http" }],
    [["stdio"], ["http", "stdio"], { word: "stdio" }],
    [["--help"], [], 0],
    [["stdio", "-h"], ["http", "stdio"], 0],
    [["--port=1"], [], 2],
    [["ftp"], ["http", "stdio"], 2],
    [["http", "stdio"], ["http", "stdio"], 2],
    [["http", "--fast"], ["http", "stdio"], 2],
  ];
  for (const [args, words, expected] of cases) {
    test(`${JSON.stringify(args)} of ${JSON.stringify(words)}`, () => {
      const read = readArguments(args, { ...usage, words });
      expect("exitCode" in read ? read.exitCode : read).toEqual(expected as never);
    });
  }
});

const programs = [
  ["dev/main.ts", "PORT_BASE"],
  ["api/main.ts", "configuration.md"],
  ["workers/main.ts", "relay"],
  ["workers/query/main.ts", "configuration.md"],
  ["workers/embeddings/main.ts", "configuration.md"],
  ["mcp/main.ts", "stdio"],
  ["db/migrate.ts", "DATABASE_DIRECT_URL"],
] as const;

const run = async (...args: string[]) => {
  const cmd = [process.execPath, ...args];
  const child = Bun.spawn({ cmd, env: {}, stdout: "pipe", stderr: "pipe" });
  const [out, err] = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  return { code: await child.exited, out: await out, err: await err };
};

for (const [program, named] of programs) {
  test(`${program} prints its usage for --help, and refuses an unknown argument with 2`, async () => {
    const [help, wrong] = [await run(program, "--help"), await run(program, "--hlep")];
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toStartWith("Usage: bun ");
    expect(help.out).toContain(named);
    expect([wrong.code, wrong.out]).toEqual([2, ""]);
    expect(wrong.err).toContain("--hlep");
  });
}
