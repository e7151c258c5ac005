/** Language tags (BCP 47), as far as languages of texts are told apart: by the language alone. */

const wellFormed = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,8}$/i;

/**
 * The language of a tag in its shortest code: `de` of `de-AT` and `deu`. Null of what is no tag
 * or names no language that there is.
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
