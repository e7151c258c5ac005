/** Language tags (BCP 47), compared by their primary language only. */

const wellFormed = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,8}$/i;

/**
 * The tag's primary language in its shortest code: `de` for `de-AT` and `deu`. Null for an invalid
 * tag or an unknown language.
 */
export function languageOfTag(tag: string): string | null {
  if (!wellFormed.test(tag)) return null;
  try {
    const { language } = new Intl.Locale(tag);
    return language === "und" || nameOf(language) === undefined ? null : language;
  } catch {
    return null;
  }
}

const english = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

function nameOf(language: string): string | undefined {
  return english.of(language);
}
