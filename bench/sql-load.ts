import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import pg from "pg";
import { newId } from "../src/kernel/ids.ts";
import { percentile } from "./rounds.ts";

type Task = { readonly connectionString: string; readonly connections: number; readonly count: number };
export type SqlLoadResult = { readonly seconds: number; readonly p99: number; readonly committed: number };

/** A thread that writes to the database directly: the least that a write can cost. */
export function openSqlLoad() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    run: async (task: Task): Promise<SqlLoadResult> => {
      worker.postMessage(task);
      const [result] = await once(worker, "message");
      return result;
    },
    close: () => worker.terminate(),
  };
}

/** The tables of the bare transaction: a row to update for each connection, a record, and a note about it. */
export const bareTables = `
  create table bare_state (id integer primary key, version bigint not null);
  insert into bare_state select id, 0 from generate_series(0, 63) as id;
  create table bare_record (merchant_id uuid not null, id uuid not null, content jsonb not null, primary key (merchant_id, id));
  create table bare_note (merchant_id uuid not null, id uuid not null, content jsonb not null, primary key (merchant_id, id));`;

if (!isMainThread) {
  parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await work(task)));
}

async function work({ connectionString, connections, count }: Task): Promise<SqlLoadResult> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  const merchantId = newId();
  const record = JSON.stringify({ name: "Plan", status: "NEW", currency: "USD", text: "x".repeat(200) });
  const took: number[] = [];
  let left = count;
  const begin = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      while (left-- > 0) {
        const sent = performance.now();
        await client.query("begin");
        await client.query("update bare_state set version = version + 1 where id = $1", [index]);
        await client.query("insert into bare_record values ($1, $2, $3)", [merchantId, newId(), record]);
        await client.query("insert into bare_note values ($1, $2, $3)", [merchantId, newId(), record]);
        await client.query("commit");
        took.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return { seconds, p99: percentile(took, 0.99), committed: took.length };
}
