import { expect, test } from "bun:test";
import { chooseShown } from "../../site/home/choose-shown.ts";

const one = (id: string, category: string) => ({ id, category });
const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id).join("");

test("the front page shows one dataset of each category before a second of any", () => {
  const candidates = [one("a", "text"), one("b", "text"), one("c", "sensor"), one("a", "text")];
  expect(idsOf(chooseShown(candidates, 6))).toBe("acb");
  expect(idsOf(chooseShown(candidates, 2))).toBe("ac");
  expect(idsOf(chooseShown([], 6))).toBe("");
});
