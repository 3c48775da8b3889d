import assert from "node:assert/strict";
import { sql } from "kysely";
import { inTransaction, type Tx } from "../../src/platform/db/pool.ts";
import { type CheckResult, checkResultsOf } from "../../src/reports/doctor/check-result.ts";
import { examineSnapshot } from "../../src/reports/doctor/service.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { type DamagedBooks, openBooks } from "./books.ts";
import { chainAnewIn } from "./chain.ts";
import { reasonUnchecked } from "./coverage.ts";
import { corrupt, type Mutation, type Random, subjectOf } from "./mutation.ts";
import { readTables, type Table } from "./tables.ts";

// Corrupts the books in one way after another, each in a transaction that is taken back, and has the doctor look inside it:
//
//   node test/mutations/run.ts [COUNT] [SEED]

type Mutations = {
  readonly tried: number;
  /** Of those, how many with every hash recomputed. */
  readonly chained: number;
  readonly tables: number;
  /** What was done and not found. */
  readonly missed: readonly string[];
};

type Options = {
  readonly count: number;
  readonly seed: number;
  readonly print: (line: string) => void;
};

/**
 * Tries as many corruptions as are asked for, in the order that the seed draws: of every table and column with rows one after the other, and
 * again with other rows when all had their turn. Whatever `coverage.ts` names with a reason is left out. The undamaged books are examined before and after.
 */
async function corruptBooks({ count, seed, print }: Options): Promise<Mutations> {
  const books = await openBooks();
  try {
    await expectSound(books);
    const random = randomFrom(seed);
    const [first = ""] = books.merchantIds;
    const tables = await inTransaction(books.api.platform.db, first, readTables);
    const done: { readonly mutation: Mutation; readonly isFound: boolean; readonly isChained: boolean }[] = [];
    const missed: string[] = [];
    while (done.length < count) {
      const before = done.length;
      for (const mutation of shuffled(mutationsOf(books.merchantIds, tables), random)) {
        if (done.length >= count) break;
        const isChained = done.length % 2 === 1 && !isHash(mutation);
        const tried = await tryOne(books, mutation, isChained, random);
        if (tried === undefined) continue;
        const isFound = tried.found.length > 0;
        done.push({ mutation, isFound, isChained });
        const line = `${subjectOf(mutation)}${isChained ? ", chained anew" : ""}: ${tried.found.join(", ") || "NOT FOUND"}`;
        print(isFound ? line : `${line} (${tried.what})`);
        if (!isFound) missed.push(`${line} (${tried.what})`);
      }
      assert.ok(done.length > before, "there is something to corrupt");
    }
    await expectSound(books);
    return {
      tried: done.length,
      chained: done.filter(({ isChained }) => isChained).length,
      tables: new Set(done.map(({ mutation }) => mutation.table.name)).size,
      missed,
    };
  } finally {
    await books.close();
  }
}

async function expectSound(books: DamagedBooks): Promise<void> {
  for (const merchantId of books.merchantIds) {
    const found = await inTransaction(books.api.platform.db, merchantId, (tx) => examined(tx, merchantId, books));
    assert.deepEqual(found, [], "the doctor finds nothing in books that are sound");
  }
}

class RollBack extends Error {}

async function tryOne(
  books: DamagedBooks,
  mutation: Mutation,
  isChained: boolean,
  random: Random,
): Promise<{ readonly what: string; readonly found: readonly string[] } | undefined> {
  const { merchantId } = mutation;
  let tried: { readonly what: string; readonly found: readonly string[] } | undefined;
  const work = async (tx: Tx): Promise<never> => {
    // As the owner of the tables, with triggers and foreign keys off.
    await sql`set local role none`.execute(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    const what = await corrupt(tx, mutation, random);
    if (what !== undefined) {
      if (isChained) await chainAnewIn(tx, merchantId);
      await sql`set local role accord_app`.execute(tx);
      try {
        const found = await examined(tx, merchantId, books);
        tried = { what, found: found.map(({ id }) => id) };
      } catch (error) {
        tried = { what: `${what}; the doctor broke: ${error}`, found: [] };
      }
    }
    throw new RollBack();
  };
  await inTransaction(books.api.platform.db, merchantId, work).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error;
  });
  return tried;
}

/** What the doctor finds inside a transaction. */
async function examined(tx: Tx, merchantId: string, { signingKey }: DamagedBooks): Promise<CheckResult[]> {
  return checkResultsOf(await examineSnapshot(tx, merchantId, { signingKey, full: true }));
}

function mutationsOf(merchantIds: readonly string[], tables: readonly Table[]): Mutation[] {
  return tables.flatMap((table) =>
    merchantIds
      .flatMap((merchantId): Mutation[] => [
        ...table.columns.map((column) => ({ merchantId, table, kind: "change", column }) as const),
        { merchantId, table, kind: "remove" },
        { merchantId, table, kind: "add" },
      ])
      .filter(({ kind, column }) => reasonUnchecked(table.name, column?.name ?? kind) === undefined),
  );
}

/** Hashes that are recomputed with all others: a change of them would be undone. */
const hashes: readonly string[] = [
  "accounting_period.audit_hash",
  "accounting_period.audit_sequence",
  "audit_head.hash",
  "audit_head.sequence",
  "audit_log.hash",
  "audit_log.previous_hash",
  "audit_log.sequence",
  "invoice.content_hash",
];

const isHash = (mutation: Mutation): boolean => hashes.includes(subjectOf(mutation));

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => ({ each, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

if (import.meta.main) {
  const [count = "600", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  const begin = performance.now();
  const { tried, chained, tables, missed } = await corruptBooks({ count: Number(count), seed: Number(seed), print });
  const seconds = Math.round((performance.now() - begin) / 1_000);
  print(
    `${tried} corruptions of ${tables} tables, ${chained} of them chained anew, ${missed.length} not found, in ${seconds} s; seed ${seed}`,
  );
  if (missed.length > 0) process.exitCode = 1;
}
