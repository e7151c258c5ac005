/** Words that look like a filter but belong to the next word: free throws, parquet floors. */
import { isFiller } from "./filler.ts";
import type { Token } from "./tokens.ts";

const set = (words: string) => new Set(words.split(" "));

/** Mostly WordNet's own compounds ("free throw", "free trade", "free radical"), and a few newer ones. */
const afterFree = set(
  "agency agent agents air alongside area association base bird born cash church city climber climbing " +
    "diver diving drop electron energy enterprise enthalpy expression fall fight flight float flow " +
    "flowing form french gas gold hand handed house jazz kick kicks lance lancer liver living lunch " +
    "lunches love market markets meal meals morpheme movement municipality parking part people person " +
    "phagocyte pistol port ports press radical radicals range reed rein ride rider riders riding roaming " +
    "safety sample samples school schools skate skating soil soiler space spaces speech spin spirit " +
    "standing state states style surface swimming swimmer text thinker thinking thought throw throwing " +
    "throws time town trade trader trading transfer transfers variable variables verse version vote wall " +
    "weight weights wheel wheeling wifi will wind world writing zone zones software",
);

/** "gluten free", "duty free": the word before turns it into an adjective. */
const beforeFree = set(
  "gluten sugar duty tax fat dairy lactose ad ads advertisement cruelty carbon smoke tobacco drug alcohol " +
    "nut meat oil gmo hands toll interest rent royalty royalties risk debt car lead acid bpa nuclear " +
    "disease frost ice pain cancer barrier hassle care scot caffeine emission emissions stress error bug " +
    "set break breaks been feel not disability worry",
);

export function isLiteralFree(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1];
  const previous = tokens[at - 1]?.text ?? "";
  if (beforeFree.has(previous)) return true;
  if (next === undefined || next.text === "") return false;
  if (next.text === "and" || next.text === "&") return false;
  return afterFree.has(next.text) || tokens[at]?.endsWord === false;
}

/** Words after a format's name where it is not a format. */
const afterFormat = new Map(
  Object.entries({
    parquet: set("floor floors flooring circle wood floorboards tile tiles tiling block blocks"),
    excel: set("at in formula formulas functions macros tutorial tutorials training skills"),
    json: set("web schema schemas api apis token tokens parser parsers ld path patch rpc"),
    text: set("*"),
    arrow: set("*"),
    feather: set("*"),
    txt: set("record records"),
    csv: set("parser parsers injection library libraries"),
  }),
);

export function isLiteralFormat(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1]?.text;
  const words = afterFormat.get(tokens[at]?.text ?? "");
  if (words === undefined || next === undefined || next === "") return false;
  return words.has(next) || (words.has("*") && !isFiller(next));
}

const afterLicense = set(
  "plate plates number numbers fee fees holder holders renewal renewals exam exams",
);

/** "apache license plates" are plates. */
export function isLicensePlate(text: string): boolean {
  return afterLicense.has(text);
}
