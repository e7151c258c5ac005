/**
 * Text in legacy encodings is read in the encoding that makes words of it, and the guess is
 * reported.
 */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** GB 18030 contains all of GBK. */
const readAs: Readonly<Record<string, string>> = { gbk: "gb18030" };

const texts: [encoding: string, content: string][] = [
  ["shift_jis", "名前,都市,人口\n太郎,東京,12\n花子,大阪,34\n次郎,京都,56\n"],
  ["euc-jp", "名前,都市,人口\n太郎さん,東京,12\n花子さん,大阪,34\nすずき,京都,56\n"],
  ["gbk", "姓名,城市,人口\n张伟,北京,12\n王芳,上海,34\n李娜,广州,56\n"],
  ["big5", "姓名,城市,人口\n張偉,臺北,12\n王芳,高雄,34\n李娜,臺中,56\n"],
  ["euc-kr", "이름,도시,인구\n김철수,서울,12\n이영희,부산,34\n박민수,대구,56\n"],
  ["windows-1251", "имя,город,число\nАнна,Москва,12\nБорис,Тула,34\nВера,Казань,56\n"],
  ["koi8-r", "имя,город,число\nАнна,Москва,12\nБорис,Тула,34\nВера,Казань,56\n"],
  ["cp866", "имя,город,число\nАнна,Москва,12\nБорис,Тула,34\nВера,Казань,56\n"],
  ["cp437", "name,stadt,nr\nMüller,Köln,1\nJäger,Düsseldorf,2\nGröße,Österreich,3\n"],
  ["windows-1252", "été,où,nr\nélève,là,1\nÉcole,ça,2\nœuvre,“ici”,3\n"],
  ["iso-8859-2", "słowo,miasto,nr\nżółć,Łódź,1\ngęś,Kraków,2\nźdźbło,Świdnica,3\n"],
  ["windows-1250", "slovo,město,nr\nželeznice,Košice,1\nřeka,Plzeň,2\nťava,Žilina,3\n"],
  ["windows-1252", "item,price,nr\na,£5,1\nb,£6,2\nc,€7,3\n"],
];

test.each(texts)(
  "%s is guessed from the first byte on, and told: %s",
  async (encoding, content) => {
    const { profile, sample } = generated(
      await profileBytes(folder.path, iconv.encode(content, encoding)),
    );
    expect(profile.encoding).toBe(readAs[encoding] ?? encoding);
    expect(alertCodes(profile)).toContain("encoding_guessed");
    const [names = "", first = ""] = content.split("\n");
    expect(profile.columns.map((column) => column.name)).toEqual(names.split(","));
    expect(sample.rows[0]?.map(String)).toEqual(first.split(","));
  },
);

/**
 * The texts of Canna's dictionaries (Debian canna 3.7p3, ISC) are Japanese, as its own manual says.
 */
test("a Japanese dictionary of a Debian package is read as EUC-JP", async () => {
  const file = join(import.meta.dirname, "../fixtures/delimited/suffix.ctd");
  const { profile, sample } = generated(await profileBytes(folder.path, readFileSync(file)));
  expect(profile.encoding).toBe("euc-jp");
  expect(sample.rows.flat()).toContain("てき #N2T16*1187 的");
});

/**
 * The texts of Python's own tests (Debian libpython3.11-testsuite 3.11.2, PSF-2.0), each paired
 * with its UTF-8 version.
 */
const pythonTexts: [file: string, encoding: string][] = [
  ["big5", "big5"],
  ["gb2312", "gb18030"],
  ["gbk", "gb18030"],
  ["gb18030", "gb18030"],
  ["shift_jis", "shift_jis"],
  ["euc_jp", "euc-jp"],
  ["euc_kr", "euc-kr"],
];

test.each(pythonTexts)("%s of Python's tests reads as the same text in UTF-8", async (name, as) => {
  const path = join(import.meta.dirname, "../fixtures/encodings", name);
  const found = generated(await profileBytes(folder.path, readFileSync(`${path}.txt`)));
  const truth = generated(await profileBytes(folder.path, readFileSync(`${path}-utf8.txt`)));
  expect(found.profile.encoding).toBe(as);
  expect(alertCodes(found.profile)).toContain("encoding_guessed");
  expect(alertCodes(truth.profile)).not.toContain("encoding_guessed");
  expect(found.profile.row_count).toBe(truth.profile.row_count);
  expect(found.sample.columns).toEqual(truth.sample.columns);
  // The Korean text ends with syllables of several characters, which the web's standard does not
  // combine.
  const isPlain = (row: string): boolean => !row.startsWith("☆");
  const rowsOf = ({ sample }: typeof found) =>
    sample.rows
      .map((row) => row.join("|"))
      .filter(isPlain)
      .sort();
  expect(rowsOf(found)).toEqual(rowsOf(truth));
});

/** Encodings that use the same bytes for letters: the one that makes words is chosen. */
const sentences: [encoding: string, words: string][] = [
  ["iso-8859-5", "Население города выросло за последние десять лет почти на треть"],
  ["maccyrillic", "Население города выросло за последние десять лет почти на треть"],
  ["cp855", "Население города выросло за последние десять лет почти на треть"],
  ["koi8-r", "Население города выросло за последние десять лет почти на треть"],
  ["iso-8859-7", "Ο πληθυσμός της πόλης αυξήθηκε τα τελευταία χρόνια κατά το ένα τρίτο"],
  ["windows-1255", "אוכלוסיית העיר גדלה בעשר השנים האחרונות בכמעט שליש"],
  ["windows-874", "ประชากรของเมืองเพิ่มขึ้นเกือบหนึ่งในสามในช่วงสิบปีที่ผ่านมา"],
  ["windows-1254", "Şehrin nüfusu son on yılda neredeyse üçte bir oranında arttı, böylece değişti"],
  ["windows-1250", "A város népessége az elmúlt tíz évben csaknem harmadával nőtt, és több lett"],
];

test.each(sentences)("%s is told by its language: %s", async (encoding, words) => {
  const line = (number: number): string => `${number};${words};${words.split(" ").at(-1)}`;
  const content = `n;a;b\n${[1, 2, 3, 4, 5].map(line).join("\n")}\n`;
  const bytes = iconv.encode(content, encoding);
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  expect(alertCodes(profile)).toContain("encoding_guessed");
  expect(sample.rows.map((row) => row[1])).toContain(words);
});
