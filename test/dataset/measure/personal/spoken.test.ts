/**
 * Telephone and card numbers recognised by the surrounding words. The formats come from generators
 * of labelled texts; the numbers belong to nobody.
 */
import { describe, expect, test } from "bun:test";
import { findPersonal } from "../../../../dataset/measure/personal/find-personal.ts";

const found = (text: string): string[] =>
  findPersonal(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

describe("words around a number identify it", () => {
  test.each([
    ["phone:\n55-12-34-56", "phone: 55-12-34-56"],
    ["They are not answering at (37) 555-063", "phone: (37) 555-063"],
    ["Can someone call me on 01.55.17.61.18?", "phone: 01.55.17.61.18"],
    ["to stop receiving messages to 699 555 915", "phone: 699 555 915"],
    ["Desk: +1-903-555-4508x769, thanks", "phone: +1-903-555-4508x769"],
    ["fax 415-555-0136 ext. 12", "phone: 415-555-0136 ext. 12"],
    ["reach us: 001-518-555-0854", "phone: 001-518-555-0854"],
    ["781 5554 office 2565551234 mobile", "phone: 781 5554, phone: 2565551234"],
    ["(21) 555-300-Office\\,001-771-555-4619-Fax", "phone: (21) 555-300, phone: 001-771-555-4619"],
    ["Card number 630400000000 is lost", "payment_card: 630400000000"],
    ["Which cc? My card # 4000 0000 0000 0000 006", "payment_card: 4000 0000 0000 0000 006"],
    ["ask zoë.o'hara@example.org", "email: zoë.o'hara@example.org"],
  ])("%j", (text, wanted) => {
    expect(found(text).join(", ")).toBe(wanted);
  });

  test.each([
    "12 400 000 mobile users in 2024",
    "the office 120 450 000 was sold for",
    "Please call back on 2026-11-20 10:00",
    "call it at 20.11.2026 1000 hours",
    "contact lens 12345678",
    "card 20241122103000 of the deck",
    "index card 1234567890123456",
    "text 100000000 bytes",
  ])("and %j tells none", (text) => {
    expect(found(text)).toEqual([]);
  });
});
