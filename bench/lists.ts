import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { type Load, openLoad } from "./http-load.ts";
import { type BenchMerchant, type Program, startProgram } from "./program.ts";
import { compare, type Figure, type Side } from "./rounds.ts";

// Pages of lists on 16 connections, beside a minimal server of Fastify and pg that runs the statements of the list itself. The
// program needs more of them: who sends the request, and the merchant.

const connections = 16;
const requestsPerRound = 400;
const contracts = 1_000;

const lists = {
  "list of contracts": { path: "/v3/contracts?limit=50", share: 0.8 },
  "list of customers": { path: "/v3/customers?limit=50", share: 0.8 },
  "contracts, filtered": { path: "/v3/contracts?limit=50&filter=status:eq:NEW", share: 0.6 },
} as const;

/** Goal 1: throughput of lists. */
export async function benchLists({ rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const program = await startProgram();
  const load = openLoad();
  const bare = Fastify();
  try {
    const merchant = await program.newMerchant();
    await fill(program, merchant);
    const pool = new pg.Pool({ connectionString: program.connectionString, max: 10 });
    for (const { path } of Object.values(lists)) {
      bareRoute(bare, pool, path, await statementsOf(() => program.ok(merchant, "GET", path)));
    }
    const url = await bare.listen({ host: "127.0.0.1", port: 0 });
    const figures: Figure[] = [];
    for (const [name, { path, share }] of Object.entries(lists)) {
      figures.push(
        await compare(
          {
            ...{ name, unit: "pages/s", count: requestsPerRound, goal: { kind: "share", value: share } },
            program: listing(load, program.url, merchant, path),
            baseline: listing(load, url, merchant, path),
          },
          rounds,
        ),
      );
    }
    await pool.end();
    return figures;
  } finally {
    await Promise.all([load.close(), bare.close()]);
    await program.close();
  }
}

/** Requests for one page, all of which must succeed. */
function listing(load: Load, url: string, { key }: BenchMerchant, path: string): Side {
  return {
    run: async () => {
      const requests = Array.from({ length: requestsPerRound }, () => ({ method: "GET", path }));
      const { seconds, p99, statuses } = await load.run({ url, key, connections, requests });
      return { seconds, p99, result: statuses };
    },
  };
}

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** The statements that the program runs for a request, without those for the key, the merchant and the transaction. */
async function statementsOf(request: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given, values] = args;
    const text = typeof given === "string" ? given : (given as { text?: string }).text;
    if (text?.startsWith("select") === true && !text.includes('"api_key"')) {
      found.push({ text, values: Array.isArray(values) ? values : [] });
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  if (found.length < 2) throw new Error(`a list is a page and a count: ${JSON.stringify(found)}`);
  return found;
}

function bareRoute(server: FastifyInstance, pool: pg.Pool, path: string, statements: readonly Statement[]): void {
  const key = path.slice(path.indexOf("?") + 1);
  const [url = path] = path.split("?");
  routes.set(`${url}?${key}`, statements);
  if (server.hasRoute({ method: "GET", url })) return;
  server.get(url, async (request) => {
    const client = await pool.connect();
    try {
      const answers: unknown[] = [];
      for (const { text, values } of routes.get(request.url) ?? [])
        answers.push((await client.query(text, [...values])).rows);
      return { payload: answers };
    } finally {
      client.release();
    }
  });
}

const routes = new Map<string, readonly Statement[]>();

async function fill(program: Program, merchant: BenchMerchant): Promise<void> {
  const { id: customerId } = await program.ok(merchant, "POST", "/v3/customers", { name: "Northwind" });
  await program.ok(merchant, "POST", "/v3/contracts", { name: "Plan", customerId });
  for (const table of ["customer", "contract"]) {
    const { rows } = await program.owner.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'",
      [table],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => (name === "id" ? "gen_random_uuid()" : name));
    await program.owner.query(
      `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from ${table}, generate_series(2, $1::int) where merchant_id = $2`,
      [contracts, merchant.merchantId],
    );
  }
  await program.owner.query("analyze customer, contract");
}
