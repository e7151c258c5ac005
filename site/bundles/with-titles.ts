import type { FieldErrors } from "../kit/form.ts";

/** Refusals name a dataset by its id, which no page shows; its title instead. */
export function withTitles(
  errors: FieldErrors,
  datasets: readonly { id: string; title: string | null }[],
): FieldErrors {
  const named = (text: string) =>
    datasets.reduce(
      (words, { id, title }) =>
        title === null ? words : words.replaceAll(`Dataset ${id}`, `“${title}”`),
      text,
    );
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, named(text)]));
}
