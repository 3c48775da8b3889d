import type {
  AppliedCredit,
  DocumentLine,
  InvoiceDocument,
  Parties,
} from "../../src/invoicing/document/invoice-document.ts";
import { type TaxedSale, type TaxRate, taxOfLines, taxTableOf } from "../../src/invoicing/tax.ts";
import type { Address } from "../../src/kernel/address.ts";
import { addMonths, dayOf, parseDay } from "../../src/kernel/day.ts";
import { add, type Money, parseMoney, subtract, sum } from "../../src/kernel/money.ts";
import type { TaxCategory } from "../../src/kernel/tax-category.ts";

/** A line of a sample; `net` without tax, `gross` before discounts if it differs. */
export type SampleLine = Partial<
  Pick<DocumentLine, "description" | "quantity" | "unitPrice" | "tiers" | "notes" | "section">
> & {
  readonly name: string;
  readonly net: string;
  readonly gross?: string;
  readonly start?: string;
  readonly end?: string;
  readonly category?: TaxCategory;
};

export type Sample = Partial<Omit<InvoiceDocument, "lines" | "parties" | "applied">> & {
  readonly lines: readonly SampleLine[];
  readonly parties?: Partial<Parties>;
  readonly applied?: readonly (Omit<AppliedCredit, "amount"> & { readonly amount: string })[];
  readonly rates?: readonly TaxRate[];
};

export function address(line1: string, postalCode: string, city: string, country: string): Address {
  return { line1, line2: null, city, state: null, postalCode, country, addressee: null };
}

export const seller: Parties["seller"] = {
  name: "Nordlicht Software",
  legalName: "Nordlicht Software GmbH",
  address: address("Speicherstraße 12", "20457", "Hamburg", "DE"),
  vatId: "DE123456789",
  registrationNumber: "HRB 104711",
  email: "billing@nordlicht.example",
  bankAccount: { iban: "DE89370400440532013000", bic: "COBADEFFXXX", name: "Nordlicht Software GmbH" },
};

export const buyer: Parties["buyer"] = {
  name: "Hafenlogistik",
  legalName: "Hafenlogistik AG",
  address: address("Am Kai 3", "28195", "Bremen", "DE"),
  vatId: "DE987654321",
  registrationNumber: null,
  email: "rechnung@hafenlogistik.example",
};

export const germanRate: TaxRate = {
  country: "DE",
  region: null,
  category: "S",
  rate: "0.19",
  validFrom: "2021-01-01",
};

/** A document whose totals follow from its lines; issued on 1 March 2026 unless stated. */
export function documentOf(sample: Sample): InvoiceDocument {
  const { lines: sampleLines, parties, applied: stated = [], rates = [germanRate], ...rest } = sample;
  const currency = sample.currency ?? "EUR";
  const issueDate = sample.issueDate ?? dayOf(2026, 3, 1);
  const amount = (text: string): Money => {
    const parsed = parseMoney(text, currency);
    if (parsed === undefined) throw new Error(`${text} is no amount of ${currency}`);
    return parsed;
  };
  const whole = { seller, buyer, ...parties };
  const sale: TaxedSale = {
    table: taxTableOf(rates),
    date: issueDate,
    seller: { country: whole.seller.address?.country ?? null, vatId: whole.seller.vatId },
    buyer: {
      country: whole.buyer.address?.country ?? null,
      region: whole.buyer.address?.state ?? null,
      vatId: whole.buyer.vatId,
      isTaxExempt: false,
    },
  };
  const nets = sampleLines.map((line) => ({ category: line.category ?? ("S" as const), total: amount(line.net) }));
  const taxed = taxOfLines(nets, sale, { currency, rounding: "HALF_UP" });
  const lines = sampleLines.map((line, index): DocumentLine => {
    const tax = taxed.lines[index];
    if (tax === undefined) throw new Error("each line has its tax");
    const subtotal = amount(line.gross ?? line.net);
    const start = parseDay(line.start ?? "2026-03-01") ?? issueDate;
    const end = line.end === undefined ? addMonths(start, 1) : (parseDay(line.end) ?? start) + 1;
    return {
      name: line.name,
      description: line.description ?? null,
      period: { start, end },
      quantity: line.quantity ?? "1",
      unitPrice: line.unitPrice === undefined ? (line.gross ?? line.net) : line.unitPrice,
      tiers: line.tiers ?? [],
      notes: line.notes ?? [],
      subtotal,
      discountTotal: subtract(subtotal, amount(line.net)),
      total: amount(line.net),
      category: tax.category,
      taxRate: tax.rate,
      tax: tax.tax,
      section: line.section ?? null,
    };
  });
  const all = (of: (line: DocumentLine) => Money) => sum(lines.map(of), currency);
  const taxTotal = all((line) => line.tax);
  const total = add(
    all((line) => line.total),
    taxTotal,
  );
  const applied = stated.map((settlement) => ({ ...settlement, amount: amount(settlement.amount) }));
  return {
    kind: "INVOICE",
    credits: [],
    status: "ISSUED",
    number: "INV-000042",
    issueDate,
    dueDate: issueDate + 30,
    poNumber: null,
    contract: "Master agreement 2026",
    memo: null,
    logo: null,
    ...rest,
    currency,
    parties: whole,
    lines,
    subtotal: all((line) => line.subtotal),
    discountTotal: all((line) => line.discountTotal),
    taxLines: taxed.taxLines,
    taxTotal,
    total,
    applied,
    balance: subtract(
      total,
      sum(
        applied.map((each) => each.amount),
        currency,
      ),
    ),
  };
}

const rampedBundle: Sample = {
  poNumber: "PO-2026-7781",
  memo: "Thank you for your trust.\nQuestions about this invoice: billing@nordlicht.example",
  lines: [
    {
      name: "Platform, year 2 of 3",
      description: "Ramp: 24,000 in year 1, 36,000 in year 2, 48,000 in year 3",
      net: "36000.00",
      start: "2026-03-01",
      end: "2027-02-28",
    },
    { name: "Analytics module", net: "10800.00", gross: "12000.00", start: "2026-03-01", end: "2027-02-28" },
    {
      name: "Messages",
      description: "Graduated tiers",
      quantity: "125000",
      unitPrice: null,
      net: "1087.50",
      tiers: [
        { tier: 1, quantity: "50000", unitPrice: "0.0125", amount: "625" },
        { tier: 2, quantity: "50000", unitPrice: "0.0075", amount: "375" },
        { tier: 3, quantity: "25000", unitPrice: "0.0035", amount: "87.5" },
      ],
    },
    { name: "Onboarding", net: "2500.00", start: "2026-03-01", end: "2026-03-01", category: "Z" },
  ],
};

const seatTrueUp: Sample = {
  lines: [
    { name: "Seats", quantity: "120", unitPrice: "49", net: "5880.00" },
    {
      name: "Seats added",
      description: "15 seats added on 17 March 2026",
      quantity: "15",
      unitPrice: "49",
      net: "355.65",
      start: "2026-03-17",
      end: "2026-03-31",
      notes: ["15 of 31 days"],
    },
  ],
};

const termination: Sample = {
  lines: [
    { name: "Support", net: "800.00" },
    {
      name: "Support, unused part",
      description: "Terminated on 15 February 2026",
      quantity: "-1",
      unitPrice: "371.43",
      net: "-371.43",
      start: "2026-02-16",
      end: "2026-02-28",
    },
  ],
  applied: [
    { kind: "CREDIT_MEMO", date: dayOf(2026, 3, 2), reference: "CM-000007", amount: "200.00" },
    { kind: "PAYMENT", date: dayOf(2026, 3, 20), reference: "wire 4711", amount: "100.00" },
  ],
};

const yen: Sample = {
  currency: "JPY",
  parties: {
    seller: {
      ...seller,
      address: address("1-2-3 Marunouchi", "100-0005", "Tokyo", "JP"),
      vatId: "T1234567890123",
      bankAccount: null,
    },
    buyer: {
      ...buyer,
      name: "Sakura Trading",
      legalName: "Sakura Trading K.K.",
      address: address("4-5 Umeda", "530-0001", "Osaka", "JP"),
      vatId: null,
    },
  },
  rates: [{ country: "JP", region: null, category: "S", rate: "0.1", validFrom: "2019-10-01" }],
  lines: [
    { name: "Platform", net: "1200000" },
    { name: "Storage", quantity: "1250.5", unitPrice: "3.25", net: "4064" },
  ],
};

const long: Sample = {
  lines: Array.from({ length: 300 }, (_, index) => ({
    name: `Site ${String(index + 1).padStart(3, "0")}`,
    ...(index % 7 === 3
      ? { description: "Leased line with a guaranteed bandwidth, redundant routing, and support around the clock" }
      : {}),
    quantity: String((index % 9) + 1),
    unitPrice: "12.5",
    net: `${((index % 9) + 1) * 12.5}`.replace(/\.5$/, ".50"),
  })),
};

const scripts: Sample = {
  parties: {
    seller: {
      ...seller,
      name: "Zażółć Gęślą Jaźń",
      legalName:
        "Przedsiębiorstwo Usług Świadczonych Drogą Elektroniczną „Żółw” Spółka z ograniczoną odpowiedzialnością",
      address: address("ul. Świętokrzyska 14/3", "00-050", "Łódź", "PL"),
      vatId: "PL5260001246",
    },
    buyer: {
      ...buyer,
      name: "Ελληνική Εταιρεία Υπηρεσιών",
      legalName: "Ελληνική Εταιρεία Υπηρεσιών Α.Ε.",
      address: address("Οδός Σταδίου 28", "105 64", "Αθήνα", "GR"),
      vatId: "EL094259216",
    },
  },
  rates: [{ country: "PL", region: null, category: "S", rate: "0.23", validFrom: "2011-01-01" }],
  lines: [
    {
      name: "Подписка на платформу «Северное сияние»",
      description: "Обслуживание и поддержка; їжак, ѓ, ћ, љ",
      net: "980.00",
    },
    { name: "Υπηρεσίες φιλοξενίας", description: "Ετήσια συνδρομή — ΐ ΰ ώ", net: "250.00", gross: "300.00" },
    {
      name: `Produkt o bardzo długiej nazwie ${"Grzegorz Brzęczyszczykiewicz ".repeat(7)}${"W".repeat(90)}`,
      net: "12.00",
    },
  ],
};

/** Sample invoices of many kinds. */
export const samples: Readonly<Record<string, Sample>> = {
  "ramped-bundle": rampedBundle,
  "seat-true-up": seatTrueUp,
  termination,
  yen,
  "300-lines": long,
  scripts,
};
