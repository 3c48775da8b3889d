import { type Load, openLoad } from "./http-load.ts";
import { type BenchMerchant, type Program, startProgram } from "./program.ts";
import { compare, type Figure, type Side } from "./rounds.ts";

// The time of a page as the list grows, and as the lists of other merchants grow. The baseline is the same page of a merchant with
// 1,000 rows, alone on its database. One request at a time, because the time of a single request is measured.

const small = 1_000;
const large = 50_000;
const requestsPerRound = 40;

const lists = {
  contracts: "/v3/contracts",
  customers: "/v3/customers",
  "billing terms": "/v3/billing-terms",
  invoices: "/v3/invoices",
  payments: "/v3/payments",
  "journal entries": "/v3/journal-entries",
} as const;

/** Goal 2: the first page and a deep page of 50,000 rows beside 1,000, and of 1,000 rows beside the rows of other merchants. */
export async function benchPages({ rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const alone = await startProgram();
  const crowd = await startProgram();
  const load = openLoad();
  try {
    const lone = await merchantWith(alone, small);
    const little = await merchantWith(crowd, small);
    const big = await merchantWith(crowd, large);
    for (const { owner } of [alone, crowd]) await owner.query("vacuum analyze");
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(lists)) {
      const baseline = reading(load, alone, lone, await pagesOf(alone, lone, path));
      const sides = {
        [`${name}, 50,000 rows`]: { value: 1.5, of: big },
        [`${name}, rows of others`]: { value: 1.2, of: little },
      };
      for (const [what, { value, of }] of Object.entries(sides)) {
        const program = reading(load, crowd, of, await pagesOf(crowd, of, path));
        for (const which of ["first", "deep"] as const) {
          const comparison = { unit: "pages/s", count: requestsPerRound, goal: { kind: "multiple", value } } as const;
          const measured = { program: program(which), baseline: baseline(which) };
          figures.push(await compare({ ...comparison, name: `${what}, ${which} page`, ...measured }, rounds));
        }
      }
    }
    return figures;
  } finally {
    await load.close();
    await Promise.all([alone.close(), crowd.close()]);
  }
}

type Pages = { readonly first: string; readonly deep: string };

/** The paths of the first page and of one in the middle of a list, reached by a cursor. */
async function pagesOf(program: Program, merchant: BenchMerchant, path: string): Promise<Pages> {
  const { totalItems } = await program.ok(merchant, "GET", `${path}?limit=1`);
  if (totalItems !== small && totalItems !== large) throw new Error(`${path} has ${totalItems} rows`);
  const before = totalItems / 50 / 2;
  const { nextCursor } = await program.ok(merchant, "GET", `${path}?limit=50&page=${before}`);
  return { first: `${path}?limit=50`, deep: `${path}?limit=50&cursor=${nextCursor}` };
}

function reading(load: Load, { url }: Program, { key }: BenchMerchant, pages: Pages): (which: keyof Pages) => Side {
  return (which) => ({
    run: async () => {
      const requests = Array.from({ length: requestsPerRound }, () => ({ method: "GET", path: pages[which] }));
      const { seconds, p99, statuses } = await load.run({ url, key, connections: 1, requests });
      return { seconds, p99, result: statuses };
    },
  });
}

/** A merchant with `count` rows on each list: copies of a contract with a paid invoice, under other ids. */
export async function merchantWith(program: Program, count: number): Promise<BenchMerchant> {
  const merchant = await program.newMerchant();
  const ok = (method: string, path: string, body?: unknown) => program.ok(merchant, method, path, body);
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Northwind" });
  const { id } = await ok("POST", "/v3/contracts", { name: "Platform", customerId });
  await ok("POST", `/v3/contracts/${id}/obligations`, {
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
    billingSchedule: {
      ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  await program.settle(merchant);
  await ok("POST", "/v3/payments", { customerId, amount: "100.00", receivedAt: "2026-01-10" });
  await multiply(program, merchant, count);
  return merchant;
}

const tables = [
  ...["customer", "contract", "billing_term_group", "billing_term", "performance_obligation", "obligation"],
  ...["invoice", "invoice_line", "payment", "journal_entry", "journal_line"],
];

/** Adds rows until each list has `count`, each created a little after the one before. */
async function multiply({ owner }: Program, { merchantId }: BenchMerchant, count: number): Promise<void> {
  const { rows: parts } = await owner.query<{ id: string; copies: string }>(
    `select id, row_number() over (order by number) as copies from journal_entry where merchant_id = $1`,
    [merchantId],
  );
  // The invoice and the payment have an entry each; the second one is not copied.
  const second = parts.at(1)?.id ?? "";
  for (const table of tables) {
    const { rows } = await owner.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
      [table],
    );
    const copied = ({ name, type }: (typeof rows)[number]) => {
      if (name === "number") return "number + copy * 2";
      if (["created_at", "last_updated_at", "posted_at"].includes(name)) return `${name} + copy * interval '1 ms'`;
      const isOwn =
        type === "uuid" && !["merchant_id", "item_id", "class_id", "product_id", "category_id"].includes(name);
      return isOwn ? `md5(${name}::text || copy)::uuid` : name;
    };
    const only = { journal_entry: "and id <> $3", journal_line: "and entry_id <> $3" }[table];
    const times = table.startsWith("journal") ? count - 2 : count - 1;
    await owner.query(
      `insert into ${table} (${rows.map(({ name }) => name).join(", ")})
       select ${rows.map(copied).join(", ")} from ${table}, generate_series(1, $2::int) as copy where merchant_id = $1 ${only ?? ""}`,
      [merchantId, times, ...(only === undefined ? [] : [second])],
    );
  }
}
