/** Words with little meaning in a catalogue of data, and the language that function words reveal. */
import { inflectionsOf } from "../expand/inflections.ts";
import { lookUp } from "../expand/thesaurus.ts";
import { findPhrase, phrasesOf, type Token } from "./tokens.ts";

export type QueryLanguage = "en" | "de" | "fr" | "es";

const list = (words: string) => words.split(" ");

/** Everything here is data, so these words stay but weigh little. */
const dataWords: Record<QueryLanguage, string[]> = {
  en: list(
    "data dataset datasets datset file files table tables record records row rows entry entries sample samples " +
      "database databases spreadsheet spreadsheets csv tsv xlsx xls jsonl ndjson collection list lists " +
      "information info download downloads downloadable dump feed archive corpus set sets export raw format " +
      "column columns field fields",
  ),
  de: list(
    "daten datensatz datensatze datei dateien tabelle tabellen eintrag eintrage zeile zeilen datenbank " +
      "liste listen sammlung informationen infos datenquelle spalte spalten format",
  ),
  fr: list(
    "donnees donnee jeu jeux fichier fichiers tableau tableaux enregistrement enregistrements ligne lignes " +
      "base bases liste listes informations telecharger colonne colonnes format",
  ),
  es: list(
    "datos dato conjunto conjuntos fichero ficheros archivo archivos tabla tablas registro registros fila " +
      "filas lista listas informacion descargar columna columnas formato",
  ),
};

/** Praise that fits any dataset: it affects the ranking, but finds nothing by itself. */
const praise = list(
  "good best nice cheap cheapest inexpensive affordable recent latest newest fresh comprehensive detailed " +
    "reliable popular available guter gutes beste besten aktuelle aktuellen gunstig gunstige billig bon bons " +
    "meilleur meilleurs bueno buenos mejor mejores barato baratos recientes recents recente",
);

/** Function words: dropped whenever something else was said. */
const smallWords: Record<QueryLanguage, string[]> = {
  en: list(
    "i me my we our us you your it its he she they them their this that these those a an the and or but if of " +
      "at by for with about between into through to from up down in out on off over under again then once " +
      "here there when where why how all any both each few more most other some such no nor not only own same " +
      "so than too very can will just should now is are was were be been being have has had having do does did " +
      "doing would could shall may might must as am what which who whom whose there's i'm i'd i've i'll please " +
      "thanks thank hi hello hey need needs needed want wants wanted looking look find finding search " +
      "searching searched seeking give show get got getting let like contains containing contain including " +
      "include includes included per via within without related regarding concerning something anything " +
      "kind kinds sort type types lot lots got suitable based using use used help anybody anyone someone " +
      "know provide provides provided also ok dear since before after until de del",
  ),
  de: list(
    "der die das den dem des ein eine einen einem einer eines und oder aber wenn von vom zu zum zur mit fur im in " +
      "am an auf aus bei nach uber unter vor ist sind war waren wird werden wurde ich mich mir wir uns du " +
      "sie er es ihr euch mein meine meinen kein keine nicht nur auch noch wie was wo wer welche welcher " +
      "welches welchen gibt brauche brauchen benotige benotigen suche suchen gesucht mochte mochten will " +
      "hatte gerne gern bitte danke hallo finde finden zeig zeige habt haben hat kann konnen konnte man " +
      "enthalt enthalten alle alles als pro je seit bis ab durch ohne um etwas irgendwelche uber zwischen",
  ),
  fr: list(
    "le la les un une des du de d l au aux et ou mais si en dans sur sous par pour avec sans est sont etait " +
      "je j'ai j me moi nous vous tu il elle ils elles on mon ma mes notre nos votre vos ce cet cette ces que " +
      "qui quoi dont ou comment quel quelle quels quelles ai a avoir besoin cherche recherche cherchons " +
      "voudrais voudrait veux trouver trouve trouvez donne donnez montre montrez svp s'il plait merci bonjour " +
      "peux pouvez puis y ne pas plus tout tous toute toutes contenant relatif relatives sujet propos",
  ),
  es: list(
    "el la los las un una unos unas y o u pero si de del al a en con sin por para sobre entre es son era soy esta " +
      "estan yo me mi mis nos nosotros tu tus su sus usted que quien cual cuales como donde cuando hay " +
      "necesito necesitamos busco buscamos buscar quiero queremos quisiera encontrar encuentra dame " +
      "muestra muestrame favor gracias hola puede puedes tiene tienen todo todos toda todas cada alguno algun " +
      "alguna algunos algunas lo le les no mas",
  ),
};

/** Function words that belong to only one of the four languages and are no English words: one is enough. */
const tellers: readonly [QueryLanguage, ReadonlySet<string>][] = [
  [
    "de",
    new Set(
      list(
        "der das den dem und oder fur von vom zum zur ich wir brauche suche benotige welche gibt uber auf nach aus eine einen einer im ist sind als",
      ),
    ),
  ],
  [
    "fr",
    new Set(
      list(
        "le les une du aux et dans sur pour avec je nous cherche recherche besoin quel quels quelles donnees jeu fichier j'ai au ou des",
      ),
    ),
  ],
  [
    "es",
    new Set(
      list(
        "el los las y con para del necesito busco quiero datos conjunto sobre por en archivo donde hay una",
      ),
    ),
  ],
];

/** Polite phrases, and purposes that fit any dataset. */
const courtesies = phrasesOf<true>([
  ["for machine learning|machine learning dataset|for ml|for deep learning|for data science", true],
  ["for ai|for ai training|for training|to train|to train a model|for training a model", true],
  ["to train models|for my project|for a project|for research|for analysis|for an analysis", true],
  [
    "high quality|for my thesis|for my master thesis|for a school project|for data analysis|for analytics",
    true,
  ],
  [
    "for testing|for visualization|for visualisation|for a dashboard|for teaching|for a model",
    true,
  ],
  ["fur maschinelles lernen|fur machine learning|fur mein projekt|fur die analyse", true],
  ["pour machine learning|pour l'apprentissage automatique|pour mon projet|pour une analyse", true],
  ["para machine learning|para aprendizaje automatico|para mi proyecto|para un analisis", true],
  ["can you find me|could you find me|do you have|is there|are there|please find|show me", true],
  ["any data on|data about|i would like|i'd like|in the format|data set|data sets", true],
  ["jeu de donnees|jeux de donnees|base de donnees|conjunto de datos|base de datos", true],
  ["s'il vous plait|s'il te plait|por favor", true],
]);

const dataSet = new Set(Object.values(dataWords).flat());
const praiseSet = new Set(praise);
const smallSets: Record<QueryLanguage, ReadonlySet<string>> = {
  en: new Set(smallWords.en),
  de: new Set(smallWords.de),
  fr: new Set(smallWords.fr),
  es: new Set(smallWords.es),
};

/** Whether it is a word for data, praise or English grammar. */
export function isFiller(text: string): boolean {
  return dataSet.has(text) || praiseSet.has(text) || smallSets.en.has(text);
}

export function isDataWord(text: string): boolean {
  return dataSet.has(text);
}

/** Letters of only one of the four languages; `é` means French unless something else is Spanish. */
const letters: Partial<Record<QueryLanguage, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[çèêëœàâîïôùûé]/i,
  es: /[ñ¿¡áíóú]/i,
};

/** The language by function words and letters; English by default. */
export function languageOf(query: string, tokens: Token[]): QueryLanguage {
  const scores = tellers.map(([language, words]) => {
    const small = tokens.filter(({ text }) => words.has(text)).length;
    return { language, score: small + (letters[language]?.test(query) === true ? 1 : 0) };
  });
  const english = tokens.filter(({ text }) => smallSets.en.has(text)).length;
  const best = scores.reduce((most, one) => (one.score > most.score ? one : most));
  if (best.score > 0) return best.score * 2 >= english ? best.language : "en";
  return english > 0 ? "en" : (languageOfKnown(tokens) ?? "en");
}

/** For `Autos mit Verbrauch`: decides by the words next to a function word that English has too. */
function languageOfKnown(tokens: Token[]): QueryLanguage | null {
  const isKnown = (language: QueryLanguage, text: string) =>
    inflectionsOf(language, text).some((form) => lookUp(language, form) !== null);
  const told = tellers.find(
    ([language]) =>
      tokens.some(({ text }) => smallSets[language].has(text)) &&
      tokens.some(({ text }) => isKnown(language, text) && !isKnown("en", text)),
  );
  return told?.[0] ?? null;
}

const courtesyWeight = 0;
export const dataWeight = 0.1;
const praiseWeight = 0.25;

/** The weight of each word, in order, from 0 (grammar) to 1 (the subject). */
export function weighWords(tokens: Token[], language: QueryLanguage, words: number): number[] {
  const weights = new Array<number>(words).fill(0);
  for (let at = 0; at < tokens.length; ) {
    const courtesy = findPhrase(courtesies, tokens, at)?.length ?? 0;
    for (const token of tokens.slice(at, at + Math.max(courtesy, 1))) {
      const weight = courtesy > 0 ? courtesyWeight : weightOf(token.text, language);
      weights[token.word] = Math.max(weights[token.word] ?? 0, weight);
    }
    at += Math.max(courtesy, 1);
  }
  return weights;
}

function weightOf(text: string, language: QueryLanguage): number {
  if (dataSet.has(text)) return dataWeight;
  if (smallSets.en.has(text) || smallSets[language].has(text)) return 0;
  return praiseSet.has(text) ? praiseWeight : 1;
}
