import { required } from "../kernel/assert.ts";
import type { BatchContent, BatchEntry, BatchLine } from "./export-batch.ts";

const numbered = (count: number, ...names: readonly string[]) =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${name} ${index + 1}`)).flat();

/**
 * The 125 columns of the DATEV format "Buchungsstapel" (data category 21, format version 13, header version 700), in the order given by
 * developer.datev.de › DATEV-Format › Buchungsstapel.
 */
const datevColumns: readonly string[] = [
  ...[
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
  ],
  ...["Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto"],
  ...["Buchungstext", "Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre"],
  ...["Beleglink", ...numbered(8, "Beleginfo - Art", "Beleginfo - Inhalt")],
  ...["KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID", "EU-Steuersatz"],
  ...["Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L", "BU 49 Hauptfunktionstyp"],
  ...["BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"],
  ...numbered(20, "Zusatzinformation - Art", "Zusatzinformation- Inhalt"),
  ...["Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp"],
  ...["Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)"],
  ...["Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz"],
  ...["Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername"],
  ...["Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis"],
  ...["Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum"],
  ...["Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz"],
  ...["BVV-Position", "EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
];

/** One DATEV booking: an amount in one account and its counter account. */
type Booking = {
  readonly entry: BatchEntry;
  readonly amount: string;
  readonly isDebit: boolean;
  readonly account: string;
  readonly counterAccount: string;
  readonly text: string;
};

/**
 * A batch for DATEV, encoded in Windows-1252 with CRLF. A booking of DATEV has an account and one counter account. If one side of an
 * entry has a single line, each line of the other side is booked against it. Otherwise each line is booked against the clearing
 * account, in which the entry adds up to 0.00. Dates are DDMM; the year comes from the header. Bookings are not locked
 * (`Festschreibung` 0), so that the tax adviser can check them first.
 */
export function datevFile(content: BatchContent): Buffer {
  const lines = [
    headerOf(content),
    datevColumns.map((name) => text(name)).join(";"),
    ...bookingsOf(content).map(rowOf),
  ];
  return ansi(lines.map((line) => `${line}\r\n`).join(""));
}

function bookingsOf({ entries, settings }: BatchContent): Booking[] {
  const { clearingAccount } = required(settings.datev, "the settings of DATEV, which were asked for");
  return entries.flatMap((entry): Booking[] => {
    const [debits, credits] = [entry.lines.filter(({ debit }) => debit !== null), entry.lines.filter(isCredit)];
    const [single, others] = credits.length === 1 ? [credits[0], debits] : [debits[0], credits];
    if (single !== undefined && (credits.length === 1 || debits.length === 1)) {
      return others.map((line) => booking(entry, line, numberOf(single)));
    }
    return entry.lines.map((line) => booking(entry, line, clearingAccount));
  });
}

function booking(entry: BatchEntry, line: BatchLine, counterAccount: string): Booking {
  return {
    entry,
    amount: required(line.debit ?? line.credit, "an amount on one side"),
    isDebit: line.debit !== null,
    account: numberOf(line),
    counterAccount,
    text: line.memo,
  };
}

const isCredit = ({ credit }: BatchLine) => credit !== null;
const numberOf = ({ accountNumber }: BatchLine) => required(accountNumber, "a number, which was asked for");

function rowOf({ entry, amount, isDebit, account, counterAccount, text: memo }: Booking): string {
  const cells: Readonly<Record<string, string>> = {
    "Umsatz (ohne Soll/Haben-Kz)": decimal(amount),
    "Soll/Haben-Kennzeichen": text(isDebit ? "S" : "H"),
    "WKZ Umsatz": text(entry.currency),
    Konto: account,
    "Gegenkonto (ohne BU-Schlüssel)": counterAccount,
    Belegdatum: `${entry.date.slice(8, 10)}${entry.date.slice(5, 7)}`,
    "Belegfeld 1": text(entry.reference.replaceAll(/[^A-Za-z0-9$&%*+/-]/g, "").slice(0, 36)),
    Buchungstext: text(memo, 60),
    Festschreibung: "0",
  };
  return datevColumns.map((column) => cells[column] ?? "").join(";");
}

/** The 31 fields of the first line (developer.datev.de › DATEV-Format › Header). */
function headerOf({ exportNumber, month, createdAt, settings, entries }: BatchContent): string {
  const datev = required(settings.datev, "the settings of DATEV, which were asked for");
  const days = entries.map(({ date }) => date).toSorted();
  const [year = "", ofYear = ""] = month.split("-");
  const startMonth = datev.fiscalYearStartMonth;
  const startYear = Number(ofYear) >= startMonth ? Number(year) : Number(year) - 1;
  const compact = (day: string | undefined) => (day ?? "").replaceAll("-", "");
  return [
    ...[text("EXTF"), "700", "21", text("Buchungsstapel"), "13", createdAt.replaceAll(/\D/g, "").slice(0, 17), ""],
    ...[text("RE"), text("Accord"), text(""), String(datev.consultantNumber), String(datev.clientNumber)],
    ...[`${startYear}${String(startMonth).padStart(2, "0")}01`, String(datev.accountLength)],
    ...[compact(days.at(0)), compact(days.at(-1)), text(`${exportNumber} ${month}`, 30), text(""), "1", "0", "0"],
    ...[text(entries[0]?.currency ?? ""), "", text(""), "", "", text(""), "", "", text(""), text("")],
  ].join(";");
}

/** Text in quotes, cut to `length` characters, with line breaks turned into spaces. */
function text(value: string, length = value.length): string {
  return `"${[...value]
    .slice(0, length)
    .join("")
    .replaceAll('"', '""')
    .replaceAll(/[\r\n]+/g, " ")}"`;
}

/** An amount with a decimal comma and at least two decimals: `1200.5` becomes `1200,50`. */
function decimal(amount: string): string {
  const [whole, decimals = ""] = amount.split(".");
  return `${whole},${decimals.padEnd(2, "0")}`;
}

// The characters of Windows-1252 at the positions (0x80 to 0x9f) where Latin-1 has control characters.
const inPlaceOfControls = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Text encoded in Windows-1252; characters that it does not have become question marks. */
function ansi(value: string): Buffer {
  return Buffer.from(
    [...value].map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
      const place = inPlaceOfControls.indexOf(character);
      return place >= 0 ? 0x80 + place : 0x3f;
    }),
  );
}
