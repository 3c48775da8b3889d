import { type Load, type LoadRequest, openLoad } from "./http-load.ts";
import { type BenchMerchant, type Program, startProgram } from "./program.ts";
import { type Comparison, compare, type Figure, type Side } from "./rounds.ts";
import { bareTables, openSqlLoad } from "./sql-load.ts";

// Single writes of one merchant from 8 clients at once, beside bare transactions (begin, update, two inserts, commit) on the same
// number of connections to the same database. For contracts the goal is half the throughput: everything else about the write may
// take as long as the transaction.

const clients = 8;
const writesPerRound = 400;
const contracts = 100;

/** Goal 3: contract created, billing term changed, credit memo applied. */
export async function benchWrites({ rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const program = await startProgram();
  const load = openLoad();
  const bare = openSqlLoad();
  try {
    await program.owner.query(bareTables);
    const merchant = await program.newMerchant();
    const book = await bookOf(program, merchant);
    const baseline: Side = {
      run: async () => {
        const before = await rowsOf(program, "bare_note");
        const { connectionString } = program;
        const { seconds, p99 } = await bare.run({ connectionString, connections: clients, count: writesPerRound });
        return { seconds, p99, result: (await rowsOf(program, "bare_note")) - before };
      },
    };
    const writes: Readonly<Record<string, { share: number; request: (round: number, index: number) => LoadRequest }>> =
      {
        "contract created": {
          share: 0.5,
          request: (round, index) =>
            post("/v3/contracts", { name: `Plan ${round}-${index}`, customerId: book.customerId }),
        },
        "billing term changed": {
          share: 0.3,
          request: (round, index) => ({
            method: "PATCH",
            path: book.terms[index % book.terms.length] ?? "",
            body: JSON.stringify({ name: `Platform ${round}-${index}` }),
          }),
        },
        "credit memo applied": {
          share: 0.3,
          request: (_round, index) => {
            const { memoId, invoiceId } = book.credits[index % book.credits.length] ?? { memoId: "", invoiceId: "" };
            return post(`/v3/credit-memos/${memoId}/applications`, { invoiceId, amount: "0.01" });
          },
        },
      };
    const figures: Figure[] = [];
    for (const [name, { share, request }] of Object.entries(writes)) {
      const side = writingSide(program, load, merchant, request);
      const comparison: Comparison = {
        ...{ name, unit: "writes/s", count: writesPerRound, program: side, baseline },
        goal: { kind: "share", value: share },
      };
      figures.push(await compare(comparison, rounds));
    }
    return figures;
  } finally {
    await Promise.all([load.close(), bare.close()]);
    await program.close();
  }
}

/** Sends the requests of a round; each must leave an audit row. */
function writingSide(
  program: Program,
  load: Load,
  { key }: BenchMerchant,
  request: (round: number, index: number) => LoadRequest,
): Side {
  return {
    run: async (round) => {
      const requests = Array.from({ length: writesPerRound }, (_, index) => request(round, index));
      const before = await rowsOf(program, "audit_log");
      const { seconds, p99, statuses } = await load.run({ url: program.url, key, connections: clients, requests });
      const result = (await rowsOf(program, "audit_log")) - before;
      if (result !== writesPerRound) throw new Error(`Of ${writesPerRound} writes: ${JSON.stringify(statuses)}`);
      return { seconds, p99, result };
    },
  };
}

/** Approved contracts with one term each, and for each an issued invoice and a credit memo with a remaining balance. */
async function bookOf(program: Program, merchant: BenchMerchant) {
  const ok = (method: string, path: string, body?: unknown) => program.ok(merchant, method, path, body);
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Northwind" });
  const terms: string[] = [];
  for (let index = 0; index < contracts; index++) {
    const { id } = await ok("POST", "/v3/contracts", { name: `Platform ${index}`, customerId });
    const pob = await ok("POST", `/v3/contracts/${id}/obligations`, {
      ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
      billingSchedule: {
        ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
      },
    });
    terms.push(`/v3/contracts/${id}/billing-terms/${pob.billingTermId}`);
    await ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  }
  await program.settle(merchant);
  const { data: invoices } = await ok("GET", "/v3/invoices?filter=status:eq:ISSUED&limit=1000");
  const { id: itemId } = await ok("POST", "/v3/items", { name: "Goodwill" });
  const credits: { memoId: string; invoiceId: string }[] = [];
  for (const { id: invoiceId } of invoices) {
    const { id: memoId } = await ok("POST", "/v3/credit-memos", {
      ...{ customerId, issueDate: "2026-01-10", reason: "Service was down" },
      items: [{ itemId, amount: "100.00" }],
    });
    credits.push({ memoId, invoiceId });
  }
  if (credits.length !== contracts) throw new Error(`${credits.length} invoices of ${contracts} contracts`);
  return { customerId, terms, credits };
}

async function rowsOf({ owner }: Program, table: "audit_log" | "bare_note"): Promise<number> {
  const { rows } = await owner.query(`select count(*)::int as rows from ${table}`);
  return rows[0].rows;
}

function post(path: string, body: unknown): LoadRequest {
  return { method: "POST", path, body: JSON.stringify(body) };
}
