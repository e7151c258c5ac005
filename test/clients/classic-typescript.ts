/**
 * Preloaded into the client generators: they use the compiler's JavaScript API, which TypeScript 7
 * no longer has. ts-morph ships the last compiler that has it.
 */
import { ts } from "@ts-morph/common";
import { plugin } from "bun";

plugin({
  name: "classic-typescript",
  setup(build) {
    build.module("typescript", () => ({ exports: { ...ts, default: ts }, loader: "object" }));
  },
});
