/**
 * Preloaded into the generators of clients: they write TypeScript by the compiler's JavaScript API,
 * which TypeScript 7 has no more. ts-morph brings the last compiler that has it.
 */
import { ts } from "@ts-morph/common";
import { plugin } from "bun";

plugin({
  name: "classic-typescript",
  setup(build) {
    build.module("typescript", () => ({ exports: { ...ts, default: ts }, loader: "object" }));
  },
});
