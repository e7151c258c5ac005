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

/** Words without accents, which spellings leave out as often as not. */
function plainWordsOf(columnName: string): string[] {
  return wordsOf(columnName.normalize("NFD").replaceAll(/\p{Mn}/gu, ""));
}

const phoneWord =
  /^(?:tele)?(?:phone|fon)(?:s|e|number|no|nr|num|nummer)?$|^(?:tel|telefo|telefoon|telefon[oe]?|telefoni|fax|msisdn|whatsapp|handy|cellphone|celular|gsm|movil|simanumer|simi|puhelin)(?:no|nr|number|nummer|numero|numer|num|szam)?$|^mob(?:ile?|iles|iltelefon|ilephone)?(?:s|number|nummer|no|nr)?$|^(?:тел|телефон|мобильный|电话|手机|手机号|電話|電話番号|전화|전화번호|تلفن|موبایل)$/u;
/**
 * `cell` is a phone on its own or with these words; otherwise it is a cell of a battery or a table.
 */
const cellCompany = new Set(["phone", "number", "no", "nr", "num", "home", "work", "contact"]);
/** Only such a name, and no other words: `contact` without one is a person. */
const contactNumber = /^(?:emergency )?contact (?:no|nr|num|number)$/;

export function namesPhone(columnName: string): boolean {
  const words = plainWordsOf(columnName);
  if (words.some((word) => phoneWord.test(word))) return true;
  if (contactNumber.test(words.join(" "))) return true;
  return words.includes("cell") && words.every((word) => word === "cell" || cellCompany.has(word));
}

export function namesSsn(columnName: string): boolean {
  const words = wordsOf(columnName);
  return words.includes("ssn") || words.join(" ").includes("social security");
}

/** Ids of persons in many countries; those with check digits are found without a name, too. */
const nationalIdWord =
  /^(?:documento|cedula|passport|passportno|passportnumber|passportnum|passaporte|pasaporte|passeport|reisepass|nationalid|dni|nie|nif|cpf|cnic|curp|nino|nric|aadhaar|aadhar|adhaar|pesel|bsn|burgerservicenummer|personnummer|kennitala|hetu|henkilotunnus|fodselsnummer|oib|jmbg|emso|amka|tckn|kimlik|ktp|mykad|egn|паспорт|снилс|身份证|身份证号|身份证号码)$/;
const nationalIdPhrase =
  /\b(?:national (?:id|code|identity|identification|insurance)|identity(?: (?:card|document))?|id card|citizen id|codice fiscale|carte identite)(?: (?:no|nr|num|number|code))?$/;

export function namesNationalId(columnName: string): boolean {
  const words = plainWordsOf(columnName);
  return words.some((word) => nationalIdWord.test(word)) || nationalIdPhrase.test(words.join(" "));
}

const cardPhrase =
  /\b(?:credit ?|debit ?)?card ?(?:no|nr|num|number|pan)\b|\b(?:credit|debit) ?card$|\bcc ?(?:no|nr|num|number)\b|\bkredit(?:kort|karte)|\b(?:numero )?(?:de )?(?:tarjeta|cartao)(?: de credito)?(?: numero)?$/;

export function namesCard(columnName: string): boolean {
  return cardPhrase.test(plainWordsOf(columnName).join(" "));
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
