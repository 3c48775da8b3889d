import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tableTypes } from "../../scripts/table-types.ts";
import { migrationsFolder } from "../../src/platform/db/migrate.ts";

test("the generated types of the tables match the committed schema", async () => {
  const committed = await readFile(join(import.meta.dirname, "../../src/schema/tables.ts"), "utf8");
  assert.equal(
    committed,
    tableTypes(await readFile(join(migrationsFolder, "schema.sql"), "utf8")),
    "src/schema/tables.ts is not of migrations/schema.sql; run npm run schema and commit the result",
  );
});

const dump = `-- Sequences

sequence public.counter as bigint start 1
  grant usage to accord_app

-- Tables

table public.zebra partition by RANGE (at)
  merchant_id uuid not null
  "position" integer not null
  at timestamp(3) with time zone
  born date not null
  weight numeric(9,8)
  count bigint
  is_kept boolean not null default false
  hash bytea storage external not null
  tags uuid[] not null default '{}'::uuid[]
  key text collate "C" not null
  facts jsonb not null default '{}'::jsonb
  mood text not null default 'GLAD'::text
  coat text
  home text not null
  rest bigint not null generated always as (
CASE
    WHEN (mood = 'GLAD'::text) THEN (0)::bigint
    ELSE count
END) stored
  state text not null generated always as (
CASE
    WHEN (count > 1) THEN 'MANY'::text
    ELSE 'ONE'::text
END) stored
  constraint zebra_pkey PRIMARY KEY (merchant_id, at)
  constraint zebra_coat_check CHECK ((coat = ANY (ARRAY['${"STRIPED_".repeat(9)}'::text, '${"PLAIN_".repeat(8)}'::text])))
  constraint zebra_check CHECK (((home = ANY (ARRAY['ZOO'::text, 'WILD'::text])) OR (mood = 'GLAD'::text)))
  constraint zebra_home_check CHECK ((home = 'ZOO'::text))
  constraint zebra_mood_check CHECK ((mood = ANY (ARRAY['GLAD'::text, 'SAD'::text])))
  CREATE INDEX zebra_at ON public.zebra USING btree (at)

table public.zebra_2026 partition of public.zebra FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')
  merchant_id uuid not null

-- Functions

CREATE OR REPLACE FUNCTION public.touch()
 RETURNS trigger
`;

test("a column has the type that the driver returns, and the words of its check; partitions have no types", () => {
  const [, database = ""] = /type Database = \{\n([\s\S]*?)\n\};/.exec(tableTypes(dump)) ?? [];
  assert.equal(
    database,
    `  zebra: {
    merchant_id: string;
    position: number;
    at: string | null;
    born: string;
    weight: string | null;
    count: Int8 | null;
    is_kept: Defaulted<boolean>;
    hash: Buffer;
    tags: Defaulted<string[]>;
    key: string;
    facts: Defaulted<Json>;
    mood: Defaulted<"GLAD" | "SAD">;
    coat:
      | "${"STRIPED_".repeat(9)}"
      | "${"PLAIN_".repeat(8)}"
      | null;
    home: "ZOO";
    rest: Derived<Int8>;
    state: Derived<"MANY" | "ONE">;
  };`,
  );
});

test("a column of an unsupported type is an error", () => {
  assert.throws(() => tableTypes(dump.replace("born date", "born money")), /a type for a column such as born money/);
});
