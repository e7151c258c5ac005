/** E-mail addresses of institutions, which are no person's: `info@`, `press.office@`, `noreply@`. */

const roles = new Set(
  (
    "info infos information contact contacts contactus press presse media news " +
    "newsletter pr office offices sales support help helpdesk service services " +
    "customerservice customercare care admin administrator administration administracion " +
    "webmaster web www website postmaster hostmaster mailerdaemon noreply donotreply " +
    "abuse security secure privacy legal compliance dpo gdpr billing invoice invoices " +
    "accounts accounting finance payroll hr jobs job careers career recruiting " +
    "recruitment marketing team hello hi mail email post inbox enquiries enquiry " +
    "inquiries inquiry general feedback reception frontdesk booking bookings " +
    "reservations reservation events event shop store orders order returns shipping it " +
    "itsupport ithelp itadmin itsecurity helpline tech techsupport technical dev " +
    "developer developers engineering opensource github git root sysadmin network noc " +
    "soc cert csirt elections election clerk cityclerk townclerk countyclerk cityhall " +
    "townhall cityadmin citymanager townmanager treasurer council mayor mairie " +
    "secretaire secretariat secretary sekretariat kontakt poststelle verwaltung rathaus " +
    "gemeinde stadt bürgeramt anfrage redaktion accueil comune protocollo segreteria " +
    "ufficio contacto contato informacion informes ayuntamiento correo atencion ventas " +
    "secretaria kancelaria urzad podatelna obec posta iletisim bilgi postkasse " +
    "postmottak kommune firmapost registrator library museum school principal director " +
    "board membership members volunteer volunteers donate donations alumni admissions " +
    "registrar dean faculty research archive archives editor editors editorial partners " +
    "partnerships partner affiliates advertising ads business corporate headquarters hq " +
    "webteam siteadmin"
  ).split(" "),
);
/** Words that belong to an institution at the end: `it-team`, `lists.nasa`, `city.clerk`. */
const lastRoles = new Set(
  "team office desk group list lists clerk dept department support admin alerts service services".split(
    " ",
  ),
);

/** `press.office`, but not `it.brown`. */
function isRoleOf([first = "", ...others]: readonly string[]): boolean {
  return others.length > 0 && first.length > 3 && roles.has(first);
}

/** The name of the first address in a text. */
const address = /([\p{L}\p{N}._%+'-]{1,64})@[A-Za-z0-9.-]/u;

/** Whether the first address in a text is an institution's rather than a person's. */
export function isRoleAddress(text: string): boolean {
  const name = (address.exec(text)?.[1] ?? "").toLowerCase().replace(/\d+$/, "");
  const words = name.split(/[^\p{L}]+/u).filter((word) => word !== "");
  if (words.length === 0) return false;
  return roles.has(words.join("")) || lastRoles.has(words.at(-1) ?? "") || isRoleOf(words);
}
