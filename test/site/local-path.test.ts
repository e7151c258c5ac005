/** The return address after a sign-in: only paths of this site. */
import { expect, test } from "bun:test";
import { localPath } from "../../site/kit/local-path.ts";

test("a way back leads to paths of this site only", async () => {
  const targets: [string | null, string][] = [
    ["/approve/abc?x=1", "/approve/abc?x=1"],
    ["/", "/"],
    [null, "/"],
    ["", "/"],
    ["approve/abc", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/\t/evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["/.//evil.example", "/"],
    [" //evil.example", "/"],
    ["/ü", "/"],
    ["/auth/sign-in?return_to=/", "/"],
    ["/x/../auth/sign-in", "/"],
    [`/${"x".repeat(4095)}`, `/${"x".repeat(4095)}`],
    [`/${"x".repeat(4096)}`, "/"],
  ];
  for (const [given, expected] of targets)
    expect([given, localPath(given)]).toEqual([given, expected]);
});
