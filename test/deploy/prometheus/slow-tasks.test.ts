import { expect, test } from "bun:test";
import { Glob } from "bun";
import { read, rootDir } from "../../support/documents/repository-files.ts";
import { readRules } from "./support.ts";

test("the alert about a task that stands leaves out the clock's slow tasks", () => {
  const texts = [...new Glob("workers/clock/*.ts").scanSync(rootDir)].map(read);
  const slow = texts.flatMap((text) =>
    [...text.matchAll(/name: "(\w+)",\s+everySeconds: (\w+)/g)]
      .filter(([, , seconds = ""]) => seconds === "hourSeconds" || Number(seconds) > 60)
      .map(([, name = ""]) => name),
  );
  expect(slow.length).toBeGreaterThan(3);
  const stands = readRules().find(({ alert }) => alert === "ClockTaskStands");
  const [, named = ""] = /task!~"([^"]+)"/.exec(stands?.expr ?? "") ?? [];
  expect(named.split("|").toSorted()).toEqual(slow.toSorted());
});
