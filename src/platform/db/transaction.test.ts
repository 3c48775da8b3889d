import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { newId } from "../../kernel/ids.ts";
import { askAhead, type Db, inTransaction, openPool, readOnce, sendAhead, sendWithCommit, type Tx } from "./pool.ts";

let database: TestDatabase;
let db: Db;
const merchantId = newId();

before(async () => {
  database = await createTestDatabase();
  db = openPool({ connectionString: database.connectionString, size: 3 });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const keeping = (key: string) =>
  sql`
    insert into idempotent_answer (merchant_id, idempotency_key, fingerprint, answer, recorded_at)
    values (${merchantId}, ${key}, '', '', now())`;
const keep = (tx: Tx, key: string) => keeping(key).execute(tx);

const kept = () =>
  inTransaction(db, merchantId, async (tx) => {
    const answers = tx.selectFrom("idempotent_answer").where("merchant_id", "=", merchantId);
    const rows = await answers.select("idempotency_key").execute();
    return rows.map((row) => row.idempotency_key).toSorted();
  });

/** How many answers have the key, as the transaction sees them. */
async function countOf(tx: Tx, key: string): Promise<number> {
  const { rows } = await sql`
    select from idempotent_answer where merchant_id = ${merchantId} and idempotency_key = ${key}`.execute(tx);
  return rows.length;
}

test("a transaction is bound to its merchant from its first statement on", async () => {
  const seen = await inTransaction(db, merchantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`select current_setting('accord.merchant_id') as id`.execute(tx);
    return rows[0]?.id;
  });
  assert.equal(seen, merchantId);
  const { rows } = await sql<{ id: string | null }>`select current_setting('accord.merchant_id', true) as id`.execute(
    db,
  );
  assert.ok(rows[0]?.id === null || rows[0]?.id === "", "and nobody sees it afterwards");
});

test("statements started together are executed in order, and each has its own result", async () => {
  const answers = await inTransaction(db, merchantId, (tx) =>
    Promise.all(
      [1, 2, 3, 4].map(async (value) => (await sql<{ value: number }>`select ${value}::int as value`.execute(tx)).rows),
    ),
  );
  assert.deepEqual(
    answers.flat(),
    [1, 2, 3, 4].map((value) => ({ value })),
  );
});

test("if one of them fails the others are rolled back, and its error is the one thrown", async () => {
  const failed = inTransaction(db, merchantId, (tx) =>
    Promise.all([keep(tx, "BESIDE"), sql`select 1 / 0`.execute(tx), keep(tx, "AFTER")]),
  );
  await assert.rejects(failed, /division by zero/);
  assert.deepEqual(await kept(), []);
});

test("a statement sent with the commit is the last one of the transaction", async () => {
  await inTransaction(db, merchantId, async (tx) => {
    sendWithCommit(tx, keeping("LAST").compile(tx));
    await keep(tx, "FIRST");
    assert.equal(await countOf(tx, "LAST"), 0, "it has not been carried out yet");
  });
  assert.deepEqual(await kept(), ["FIRST", "LAST"]);
});

test("if it fails the transaction is rolled back", async () => {
  const before = await kept();
  const failed = inTransaction(db, merchantId, async (tx) => {
    await keep(tx, "LOST");
    sendWithCommit(tx, sql`select 1 / 0`.compile(tx));
  });
  await assert.rejects(failed, /division by zero/);
  assert.deepEqual(await kept(), before);
});

test("if the work fails it is not sent", async () => {
  const before = await kept();
  const failed = inTransaction(db, merchantId, async (tx) => {
    sendWithCommit(tx, sql`select 1 / 0`.compile(tx));
    throw new Error("changed its mind");
  });
  await assert.rejects(failed, /changed its mind/);
  assert.deepEqual(await kept(), before);
});

test("the effect of a statement sent ahead is seen by the next statement", async () => {
  const seen = await inTransaction(db, merchantId, async (tx) => {
    sendAhead(tx, keeping("AHEAD").compile(tx));
    return countOf(tx, "AHEAD");
  });
  assert.equal(seen, 1);
  assert.ok((await kept()).includes("AHEAD"));
});

test("if it fails the transaction fails with its error, whatever the work did meanwhile", async () => {
  const before = await kept();
  const works: readonly ((tx: Tx) => Promise<unknown>)[] = [
    async () => "done",
    (tx) => keep(tx, "NEXT"),
    async () => {
      throw new Error("changed its mind");
    },
  ];
  for (const work of works) {
    const failed = inTransaction(db, merchantId, async (tx) => {
      sendAhead(tx, keeping("BEFORE").compile(tx));
      sendAhead(tx, sql`select 1 / 0`.compile(tx));
      return work(tx);
    });
    await assert.rejects(failed, /division by zero/);
  }
  assert.deepEqual(await kept(), before);
});

test("a caught error of a statement still prevents the commit", async () => {
  const before = await kept();
  const failed = inTransaction(db, merchantId, async (tx) => {
    await keep(tx, "CAUGHT");
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });
  await assert.rejects(failed, /was to be committed/);
  assert.deepEqual(await kept(), before);
});

test("a transaction that has ended rejects further statements", async () => {
  const ended = await inTransaction(db, merchantId, async (tx) => tx);
  await assert.rejects(keep(ended, "LATE"), /has ended/);
  assert.ok(!(await kept()).includes("LATE"));
});

test("if begin fails on a connection that stays open, nothing of the work is stored, in any table", async () => {
  // This table belongs to no merchant, so row-level security does not prevent a write without a merchant.
  const brake = (id: string) => sql`insert into sign_in_brake (id, failures, last_failed_at) values (${id}, 1, now())`;
  const works: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
    alone: (tx) => brake("alone").execute(tx),
    together: (tx) => Promise.all([sql`select 1 as one`.execute(tx), brake("together").execute(tx)]),
    ahead: async (tx) => sendAhead(tx, brake("ahead").compile(tx)),
    last: async (tx) => sendWithCommit(tx, brake("last").compile(tx)),
    "after a read": async (tx) => {
      await sql`select 1 as one`.execute(tx).catch(() => undefined);
      await brake("after a read").execute(tx);
    },
    "given up": async (tx) => {
      sendAhead(tx, brake("given up").compile(tx));
      throw new Error("changed its mind");
    },
  };
  for (const [name, work] of Object.entries(works)) {
    const sent = pg.Client.prototype.query as (...query: unknown[]) => unknown;
    const failing = function (this: pg.Client, ...query: unknown[]) {
      const [text] = query;
      const begins = typeof text === "string" && text.startsWith("begin");
      return sent.apply(this, begins ? ["select 1 / 0"] : query);
    };
    pg.Client.prototype.query = failing as typeof pg.Client.prototype.query;
    try {
      await assert.rejects(inTransaction(db, merchantId, work), /division by zero/, name);
    } finally {
      pg.Client.prototype.query = sent as typeof pg.Client.prototype.query;
    }
    const { rows } = await sql<{ id: string }>`select id from sign_in_brake`.execute(db);
    assert.deepEqual(rows, [], name);
  }
});

test("if the work fails before begin has returned, its writes are rolled back", async () => {
  const before = await kept();
  const failed = inTransaction(db, merchantId, async (tx) => {
    sendAhead(tx, keeping("EARLY").compile(tx));
    throw new Error("changed its mind");
  });
  await assert.rejects(failed, /changed its mind/);
  assert.deepEqual(await kept(), before);
});

test("a cut connection fails its transaction, and the next one gets another connection", async () => {
  const before = await kept();
  const failed = inTransaction(db, merchantId, async (tx) => {
    await keep(tx, "CUT");
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await assert.rejects(failed);
  assert.deepEqual(await kept(), before);
});

test("a frequent statement is prepared, with the same result", async () => {
  const ask = (value: number) =>
    inTransaction(db, merchantId, async (tx) => {
      const { rows } = await sql<{ hot: number }>`select ${value}::int + 41 as hot`.execute(tx);
      const prepared =
        await sql`select from pg_prepared_statements where name like 'hot%' and statement like ${"%+ 41 as hot"}`.execute(
          tx,
        );
      return [rows[0]?.hot, prepared.rows.length] as const;
    });
  assert.equal((await ask(1))[0], 42);
  for (let time = 0; time < 60; time++) assert.equal((await ask(time))[0], time + 41);
  assert.equal((await ask(1))[1], 1);
});

for (const [code, name] of [
  ["40001", "serialization failure"],
  ["40P01", "deadlock"],
] as const) {
  test(`DBF-6: a ${name} is retried three times, and has one effect`, async () => {
    const failing = (failures: number, key: string) => {
      let attempts = 0;
      const working = inTransaction(db, merchantId, async (tx) => {
        attempts += 1;
        await keep(tx, key);
        if (attempts <= failures)
          await sql`do $$ begin raise exception using errcode = ${sql.lit(code)}; end $$`.execute(tx);
      });
      return { working, attempts: () => attempts };
    };
    const third = failing(3, `fourth-${code}`);
    await third.working;
    assert.equal(third.attempts(), 4);
    const never = failing(4, `never-${code}`);
    await assert.rejects(never.working, { code });
    assert.equal(never.attempts(), 4);
    const keys = await kept();
    assert.deepEqual(
      keys.filter((key) => key.endsWith(code)),
      [`fourth-${code}`],
    );
  });
}

test("a read sent ahead is executed once, before the next statement", async () => {
  const seen = await inTransaction(db, merchantId, async (tx) => {
    const count = sql<{ rows: number }>`
      select count(*)::int as rows from idempotent_answer where merchant_id = ${merchantId}`.compile(tx);
    askAhead(readOnce(tx, count));
    const [before] = await readOnce(tx, count);
    sendAhead(tx, keeping("ASKED").compile(tx));
    const [after] = await readOnce(tx, count);
    return (after?.rows ?? 0) - (before?.rows ?? 0);
  });
  assert.equal(seen, 1, "and again where the transaction wrote to it meanwhile");
});

test("if it fails the transaction fails with its error, whichever statement is awaited", async () => {
  const impossible = (tx: Tx) => readOnce(tx, sql`select 1 / 0`.compile(tx));
  const works: readonly ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => keep(tx, "NEXT"),
    async (tx) => {
      await keep(tx, "NEXT").catch(() => undefined);
      return impossible(tx);
    },
    async (tx) => sendAhead(tx, keeping("NEXT").compile(tx)),
  ];
  const before = await kept();
  for (const work of works) {
    const failed = inTransaction(db, merchantId, async (tx) => {
      askAhead(impossible(tx));
      return work(tx);
    });
    await assert.rejects(failed, /division by zero/);
  }
  assert.deepEqual(await kept(), before);
});
