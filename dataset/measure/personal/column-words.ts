/** Evaluates words in column names, however they are joined. */

/** The words of a name in lower case: `homePhone_No2` gives home, phone, no. */
export function wordsOf(columnName: string): string[] {
  return columnName
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

const phoneWord =
  /^(?:tele)?(?:phone|fon)(?:s|number|no|nr|num)?$|^mobile(?:s|number|no|nr|phone)?$|^(?:tel|fax|msisdn|whatsapp|handy|cellphone|telefono|celular)(?:no|nr|number)?$/;
/**
 * `cell` is a phone on its own or with these words; otherwise it is a cell of a battery or a table.
 */
const cellCompany = new Set(["phone", "number", "no", "nr", "num", "home", "work", "contact"]);

export function namesPhone(columnName: string): boolean {
  const words = wordsOf(columnName);
  if (words.some((word) => phoneWord.test(word))) return true;
  return words.includes("cell") && words.every((word) => word === "cell" || cellCompany.has(word));
}

export function namesSsn(columnName: string): boolean {
  const words = wordsOf(columnName);
  return words.includes("ssn") || words.join(" ").includes("social security");
}

/** Ids without check digits that we know; those with check digits are found by them. */
const nationalIdWord =
  /^(?:documento|cedula|cédula|passport|passportno|passportnumber|nationalid)$/;
const nationalIdPhrase =
  /^(?:national id|national insurance|identity(?: card)?)(?: (?:no|number))?$/;

export function namesNationalId(columnName: string): boolean {
  const words = wordsOf(columnName);
  return words.some((word) => nationalIdWord.test(word)) || nationalIdPhrase.test(words.join(" "));
}

const versionWords = new Set("version versions release build firmware oid revision".split(" "));

/** Whether numbers with dots are versions rather than IP addresses. */
export function namesVersion(columnName: string): boolean {
  return wordsOf(columnName).some((word) => versionWords.has(word));
}

const ipWords = new Set(
  "ip ips ipv ipaddress ipaddr host client remote src dst source address addr".split(" "),
);

export function namesIp(columnName: string): boolean {
  return wordsOf(columnName).some((word) => ipWords.has(word));
}

const secretWords = new Set("password passwd pwd passphrase passhash".split(" "));

export function namesPassword(columnName: string): boolean {
  return wordsOf(columnName).some((word) => secretWords.has(word));
}
