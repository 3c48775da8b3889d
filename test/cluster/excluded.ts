/** A test file, or one test of it, that cannot run on a cluster of Citus, with what hinders it. */
export type Excluded = { readonly file: string; readonly test?: string; readonly reason: string };

/** Honoured by `npm run test:citus:suite`, which fails if a file or a test of the list is not there. */
export const excluded: readonly Excluded[] = [
  {
    file: "src/platform/db/statistics.test.ts",
    reason: "compares with the statistics of the server it is connected to; the rows are on other nodes",
  },
  {
    file: "test/api/change-requests-take-two-people.test.ts",
    test: "the doctor finds a change request that was changed past the program: its request, effects, kind, times and people",
    reason: "writes users that do not exist, which the foreign keys of the shards reject",
  },
  {
    file: "test/api/contracts-list-size.test.ts",
    test: "recorded changes of a list size are merged into one total",
    reason: "calls a function of triggers outside a trigger; on a cluster it works on shards alone",
  },
  {
    file: "test/api/events-maintain-types.test.ts",
    test: "an event type that any table refers to cannot be deleted, also when both happen at once",
    reason: "adds a table, which is not distributed, so that it cannot refer to one that is",
  },
  {
    file: "test/api/journal-exports-make.slow.test.ts",
    test: "is guarded by the database and verified by the doctor",
    reason: "turns triggers off, which a cluster rejects",
  },
  {
    file: "test/isolation/database-guards.slow.test.ts",
    reason:
      "fills tables with rows that refer to nothing, which the shards reject; `npm run test:citus` checks the guards on shards",
  },
  {
    file: "test/migrations/schema.test.ts",
    reason: "compares with the schema of a single PostgreSQL",
  },
  ...[
    "a changed journal entry is found, also in an open month",
    "signed heads that were deleted, or signed with another key, are found",
  ].map((test) => ({
    file: "test/scenarios/signed-heads.test.ts",
    test,
    reason: "corrupts rows past triggers, which cannot be turned off on shards",
  })),
  ...[
    "that changes a billing term: references, the effective day, the result, and the commit",
    "that applies a credit memo: all locks, and all stored rows",
    "that records a usage event: references, the event, and its audit row",
  ].map((test) => ({
    file: "test/server/packets.test.ts",
    test,
    reason: "counts packets; on a cluster the program takes the tick of a sandbox clock by a packet of its own",
  })),
];
