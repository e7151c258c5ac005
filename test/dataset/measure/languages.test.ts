/** The detected language of running text. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** The messages of axe-core (Deque, MPL-2.0), translated by people, by language. */
const locales: [file: string, code: string][] = [
  ["da", "da"],
  ["de", "de"],
  ["el", "el"],
  ["es", "es"],
  ["eu", "eu"],
  ["fr", "fr"],
  ["he", "he"],
  ["it", "it"],
  ["ja", "ja"],
  ["ko", "ko"],
  ["nb", "no"],
  ["pl", "pl"],
  ["pt_BR", "pt"],
  ["ru", "ru"],
  ["sv", "sv"],
  ["zh_CN", "zh"],
];

const strings = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
};

function messagesOf(locale: string): string[] {
  const path = join(import.meta.dirname, `../../../node_modules/axe-core/locales/${locale}.json`);
  const messages = JSON.parse(readFileSync(path, "utf8")) as { rules: unknown };
  return strings(messages.rules).filter((text) => text.length > 25);
}

async function profileOf(texts: readonly string[], options = {}): Promise<Profile> {
  const rows = texts.map((text, i) => JSON.stringify({ i, text }));
  return generated(await profileBytes(folder.path, `${rows.join("\n")}\n`, options)).profile;
}

const languageOf = ({ columns }: Profile) => columns.find(({ name }) => name === "text")?.language;

describe("the language of running text", () => {
  test.each(locales)("is told of real messages: %s", async (locale, code) => {
    const profile = await profileOf(messagesOf(locale));
    expect(languageOf(profile)).toMatchObject({ code });
    expect(languageOf(profile)?.share).toBeGreaterThan(0.8);
    expect(profile.language).toBe(code);
  });

  test("is reported for a paid file too, with its share", async () => {
    const mixed = messagesOf("fr").slice(0, 60).concat(messagesOf("de").slice(0, 20));
    const profile = await profileOf(mixed, { paid: true });
    expect(languageOf(profile)).toMatchObject({ code: "fr" });
    expect(Math.abs((languageOf(profile)?.share ?? 0) - 0.75)).toBeLessThan(0.1);
  });

  test.each<[string, string[]]>([
    ["short texts", messagesOf("fr").map((text) => text.slice(0, 14))],
    ["two languages by half", messagesOf("fr").slice(0, 40).concat(messagesOf("de").slice(0, 40))],
    ["four texts", messagesOf("fr").slice(0, 4)],
    ["codes", Array.from({ length: 50 }, (_, i) => `${i}a7-zz91-${"xk8q2".repeat(14)}-${i}`)],
    [
      "addresses of pages",
      Array.from({ length: 50 }, (_, i) => `https://example.org/${"le/la/".repeat(12)}${i}`),
    ],
    [
      "numbers in words' places",
      Array.from({ length: 50 }, (_, i) => `${"12 34.5 ".repeat(9)}${i}`),
    ],
  ])("is not guessed of %s", async (_, texts) => {
    const profile = await profileOf(texts);
    expect(languageOf(profile)).toBeUndefined();
    expect(profile.language).toBeNull();
  });
});
