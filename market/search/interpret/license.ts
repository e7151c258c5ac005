/** Licences in words: "open licence", "cc-by", "commercial use allowed", "public domain". */
import { isLicensePlate } from "./compounds.ts";
import { findPhrase, phrasesOf, type TimelessReader, type Token } from "./tokens.ts";

const groups = phrasesOf<string>([
  ["open license|open licence|open licensed|open licenced|openly licensed|openly licenced", "open"],
  ["open data license|open data licence|free license|free licence|permissive license", "open"],
  [
    "permissive licence|offene lizenz|freie lizenz|offener lizenz|freier lizenz|unter freier lizenz",
    "open",
  ],
  ["licence ouverte|licence libre|sous licence libre|licencia abierta|licencia libre", "open"],
  ["public domain|gemeinfrei|domaine public|dominio publico", "public-domain"],
  [
    "commercial use|commercial use allowed|allows commercial use|for commercial use",
    "allows-commercial-use",
  ],
  [
    "commercially usable|commercial license|commercial licence|usable commercially",
    "allows-commercial-use",
  ],
  ["allowing commercial use|commercial use permitted|commercial use ok", "allows-commercial-use"],
  [
    "kommerzielle nutzung|kommerziell nutzbar|kommerzielle nutzung erlaubt",
    "allows-commercial-use",
  ],
  ["fur kommerzielle nutzung|usage commercial|utilisation commerciale", "allows-commercial-use"],
  ["uso comercial|uso comercial permitido|para uso comercial", "allows-commercial-use"],
]);

/** Names that always mean a licence. */
const licenses = phrasesOf<string>([
  ["cc0|creative commons zero|cc zero", "cc0"],
  ["cc by|creative commons attribution", "cc-by"],
  ["cc by sa|creative commons attribution sharealike|creative commons share alike", "cc-by-sa"],
  ["cc by nc", "cc-by-nc"],
  ["cc by nd", "cc-by-nd"],
  ["cc by nc sa", "cc-by-nc-sa"],
  ["cc by nc nd", "cc-by-nc-nd"],
  ["odbl|open database license|open database licence", "odbl"],
  ["odc by", "odc-by"],
  ["pddl", "pddl"],
]);

/** Names that need an adjacent word: `mit` is German, Apaches are people. */
const shortNames = phrasesOf<string>([
  ["mit", "mit"],
  ["apache", "apache"],
  ["apache 2", "apache-2.0"],
  ["gpl 3|gplv3", "gpl-3.0"],
  ["gpl", "gpl"],
  ["bsd", "bsd-3-clause"],
  ["isc", "isc"],
  ["ogl", "ogl-uk"],
  ["unlicense", "unlicense"],
]);

const saysLicense = /^(?:license|licence|licensed|licenced|lizenz|licencia|licenses|licences)$/;

/** Versions of the licence families: `cc-by 4.0` is one, "cc-by 3 rows" is not. */
const version = /^(?:[1-4]\.[05]|2\.5)$/;

export const readLicense: TimelessReader = (tokens, at) => {
  const found = readGroup(tokens, at) ?? readNamed(tokens, at);
  if (found === null || isLicensePlate(tokens[at + found.length]?.text ?? "")) return null;
  return found;
};

const readGroup: TimelessReader = (tokens, at) => {
  const found = findPhrase(groups, tokens, at);
  if (found === null) return null;
  if (/^(?:no|non|without|ohne|keine)$/.test(tokens[at - 1]?.text ?? "")) return null;
  return { length: found.length, filters: [{ filter: "license", value: found.value }] };
};

const readNamed: TimelessReader = (tokens, at) => {
  const lead = leadLength(tokens, at);
  const start = at + lead;
  const name = findPhrase(licenses, tokens, start);
  const short = findPhrase(shortNames, tokens, start);
  const found = name ?? short;
  if (found === null) return null;
  let end = start + found.length;
  const number = version.test(tokens[end]?.text ?? "") ? tokens[end]?.text : undefined;
  if (number !== undefined) end += 1;
  const trails = saysLicense.test(tokens[end]?.text ?? "");
  if (trails) end += 1;
  if (name === null && !trails && lead === 0) return null;
  const value = number === undefined ? found.value : `${found.value}-${number}`;
  return { length: end - at, filters: [{ filter: "license", value }] };
};

/** "license: mit", "licensed under mit", "under the mit license". In German, `Lizenz mit …` means "with". */
function leadLength(tokens: Token[], at: number): number {
  const texts = tokens.slice(at, at + 3).map(({ text }) => text);
  if (!saysLicense.test(texts[0] ?? "")) return 0;
  if (texts[0] === "lizenz") return findPhrase(licenses, tokens, at + 1) === null ? 0 : 1;
  if (texts[1] === "under" || texts[1] === ":") return texts[2] === "the" ? 3 : 2;
  return 1;
}
