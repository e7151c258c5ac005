/** German, French and Spanish words for English ones, from resources that name the same things. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import countries from "i18n-iso-countries";

export type Language = "en" | "de" | "fr" | "es";
export const otherLanguages = ["de", "fr", "es"] as const;

/**
 * The same thing in several languages, the usual word first; `words` of one language are synonyms.
 */
export type Group = Partial<Record<Language, string[]>>;

type Named = { name?: unknown; label?: unknown; aliases?: unknown; options?: unknown };

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Short names without punctuation: "Airport", never "Gate (indoor) / turnstile". */
function usable(text: unknown): string[] {
  if (typeof text !== "string") return [];
  const words = text.trim();
  return /^[\p{L}][\p{L}'’-]{2,}(?: [\p{L}'’-]{2,}){0,2}$/u.test(words) ? [words] : [];
}

/** The presets, fields and options of OpenStreetMap's tagging schema, by id. */
export function osmGroups(folder: string): Group[] {
  const groups = new Map<string, Group>();
  for (const language of ["en", ...otherLanguages] as const) {
    const path = join(folder, "dist/translations", `${language}.json`);
    const all = readJson(path) as Record<
      string,
      { presets: Record<string, Record<string, Named>> }
    >;
    const { presets = {}, fields = {} } = all[language]?.presets ?? {};
    for (const [id, preset] of [...Object.entries(presets), ...Object.entries(fields)]) {
      const aliases = [preset.aliases ?? []].flat().flatMap((text) => String(text).split("\n"));
      const words = [preset.name, preset.label, ...aliases].flatMap(usable);
      if (words.length > 0) groups.set(id, { ...groups.get(id), [language]: words });
    }
  }
  return [...groups.values()];
}

/** CLDR's names for the same emoji. */
export function emojiGroups(folder: string): Group[] {
  const groups = new Map<string, Group>();
  for (const language of ["en", ...otherLanguages] as const) {
    const path = join(folder, "annotations", language, "annotations.json");
    const all = readJson(path) as {
      annotations: { annotations: Record<string, { tts?: string[] }> };
    };
    for (const [picture, { tts = [] }] of Object.entries(all.annotations.annotations)) {
      const words = tts.flatMap(usable);
      if (words.length > 0) groups.set(picture, { ...groups.get(picture), [language]: words });
    }
  }
  return [...groups.values()];
}

/** Countries by their names in ISO 3166-1, and their three-letter codes. */
export function countryGroups(): Group[] {
  return Object.entries(countries.getAlpha2Codes()).map(([code, alpha3]) => {
    const group: Group = {};
    for (const language of ["en", ...otherLanguages] as const) {
      const names = countries.getName(code, language, { select: "all" }) ?? [];
      group[language] = names.filter((name) => /^[\p{L}' .-]{3,40}$/u.test(name));
    }
    return { ...group, en: [...(group.en ?? []), String(alpha3).toLowerCase()] };
  });
}

/** Our own lines: `en | de | fr | es`. */
export function domainGroups(path: string): Group[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const lists = line.split("|").map((list) => list.split(",").map((word) => word.trim()));
      const [en = [], de = [], fr = [], es = []] = lists;
      return { en, de, fr, es };
    });
}
