/** A contract of a generated book: how long it has run on 2026-01-01 and what it charges a month. */
type Book = { readonly id: string; readonly tenure: number; readonly kind: Kind; readonly monthlyCents: number };

const kinds = ["Month-to-month", "One year", "Two year"] as const;
type Kind = (typeof kinds)[number];

/** Figures as of 2025-12-31, all months up to then closed; amounts as text. */
export type BookFigures = Readonly<Record<string, string | number>>;

export type GeneratedBook = { readonly csv: string; readonly figures: BookFigures };

const longestTenure = 72;

/**
 * A book of the three kinds of contracts of `docs/examples/telco-mapping.json` with the figures that must come out,
 * which are worked out here by plain arithmetic: nothing of the program is used.
 */
export function generateBook({ seed, contracts }: { seed: number; contracts: number }): GeneratedBook {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const books = Array.from({ length: contracts }, (_, index): Book => {
    // The first ones hold every kind at both ends of the range, whatever the seed is.
    const tenure = index < 3 ? 0 : index < 6 ? longestTenure : below(longestTenure + 1);
    const kind = kinds[index < 6 ? index % 3 : below(3)] ?? "One year";
    return { id: `G-${String(index).padStart(4, "0")}`, tenure, kind, monthlyCents: 1_500 + below(10_500) };
  });
  const rows = books.map(
    ({ id, tenure, kind, monthlyCents }) => `${id},${tenure},${kind},${decimal(monthlyCents)},DSL,"Mailed check"`,
  );
  const csv = ["customerID,tenure,Contract,MonthlyCharges,InternetService,PaymentMethod", ...rows, ""].join("\n");
  return { csv, figures: figuresOf(books) };
}

/** How many invoices of a contract are dated 2025-12-31 or before, and how many months each of them bills. */
function invoicesOf({ kind, tenure }: Book): { readonly count: number; readonly months: number } {
  switch (kind) {
    case "Month-to-month":
      return { count: tenure, months: 1 };
    case "One year":
      return { count: Math.ceil(tenure / 12), months: 12 };
    case "Two year":
      // Dated the day after the quarter: one that ends with December is dated 2026-01-01.
      return { count: Math.max(Math.ceil(tenure / 3) - 1, 0), months: 3 };
  }
}

function figuresOf(books: readonly Book[]): BookFigures {
  let [billed, recognized, december, liability, unbilled] = [0, 0, 0, 0, 0];
  const counts: Record<Kind, number> = { "Month-to-month": 0, "One year": 0, "Two year": 0 };
  for (const book of books) {
    const { count, months } = invoicesOf(book);
    const [totalBilled, totalRecognized] = [count * months * book.monthlyCents, book.tenure * book.monthlyCents];
    counts[book.kind] += count;
    billed += totalBilled;
    recognized += totalRecognized;
    if (book.tenure > 0) december += book.monthlyCents;
    if (totalBilled > totalRecognized) liability += totalBilled - totalRecognized;
    else unbilled += totalRecognized - totalBilled;
  }
  const tieOut = decimal(billed - recognized);
  return {
    customers: books.length,
    contracts: books.length,
    invoices: counts["Month-to-month"] + counts["One year"] + counts["Two year"],
    "invoices MONTH": counts["Month-to-month"],
    "invoices YEAR": counts["One year"],
    "invoices QUARTER": counts["Two year"],
    billed: decimal(billed),
    recognized: decimal(recognized),
    "recognized in December": decimal(december),
    "contract liability": decimal(liability),
    "contract asset": "0.00",
    "unbilled receivable": decimal(unbilled),
    "billed - recognized": tieOut,
    "liability - asset - unbilled": tieOut,
    "trial balance": "0.00",
  };
}

/** Whole cents as a decimal amount. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Numbers from 0 to 1 that are the same for the same seed (Tommy Ettinger, "Mulberry32"). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
