import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

// What a distributed database would refuse, or do otherwise, as far as the texts show it (ADR 0095).

const root = join(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const baseline = textOf("migrations/0001_baseline.sql");

/** Functions by name, as they are written. */
function functionsOf(sql: string): Map<string, string> {
  const found = sql.matchAll(
    /^create (?:or replace )?function (\w+)\((?:[^$;]*?\breturn [^;]*;|[^$]*?\$\$[\s\S]*?\$\$;|[^$]*?\$\$[\s\S]*?\$\$$)/gm,
  );
  return new Map([...found].map(([text, name = ""]) => [name, text]));
}

// They run where requests come in: the program calls the first two, and the third is called by a function that is replaced.
const ofTheProgram = ["append_audit", "analyze_changed_tables", "add_up_growth"];

test("every trigger function that reads a table is defined for shards too", () => {
  const tables = [...baseline.matchAll(/^create table (\w+)/gm)].map(([, name]) => name);
  const touches = new RegExp(`\\b(?:from|join|into|table|update)\\s+(?:${tables.join("|")})\\b`);
  const written = functionsOf(baseline);
  const forShards = functionsOf(textOf("migrations/shards.sql"));
  assert.ok(written.has("reject_unbalanced_entries") && written.has("note_deletion"), "functions are found");
  const reading = [...written].flatMap(([name, text]) => (touches.test(text) ? [name] : []));
  const lacking = reading.filter((name) => !forShards.has(name) && !ofTheProgram.includes(name));
  assert.deepEqual(lacking, []);
  const unknown = [...forShards.keys()].filter((name) => !written.has(name) && name !== "shard_beside");
  assert.deepEqual(unknown, [], "what is for shards is in place of something");
});

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
const sources = files.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

test("what a write returns is computed by immutable functions; hashes are computed beside it", () => {
  const others =
    /\b(?:convert_to|jsonb_build_\w+|to_jsonb|to_char|now|clock_timestamp|gen_random_uuid|concat_ws|hashOf\w+)\(/;
  let count = 0;
  const refused = sources.flatMap((path) => {
    const returned = textOf(join("src", path)).matchAll(
      /\breturning\b([\s\S]*?)(?=\.execute|\.selectFrom|\)\s*select\b|;)/g,
    );
    return [...returned].flatMap(([, columns = ""]) => {
      count += 1;
      return others.test(columns) ? [`${path}: ${columns.slice(0, 80)}`] : [];
    });
  });
  assert.ok(count > 15, "statements are found");
  assert.deepEqual(refused, []);
});

test("rows made by a query are inserted with returning or on conflict; others reach shards by COPY", () => {
  let count = 0;
  const refused = sources.flatMap((path) => {
    const source = textOf(join("src", path));
    return [...source.matchAll(/insert into /g)].flatMap(({ index }) => {
      const rest = source.slice(index);
      const end = rest.slice(1).search(/insert into |\.execute\(|\.compile\(|`;/);
      const statement = rest.slice(0, end + 1);
      if (/^insert into (?:event_arrival|webhook_turn)\b/.test(statement)) return [];
      if (!/^[^;]*?\bselect\b/.test(statement) || /^insert into [^`]*?\)\s*values\b/.test(statement)) return [];
      count += 1;
      const isAnswered =
        /\breturning\b|\bon conflict\b/.test(statement) || /countedInsert\(sql`\s*$/.test(source.slice(0, index));
      return isAnswered ? [] : [`${path}: ${statement.slice(0, 60)}`];
    });
  });
  // Tables that are not distributed take rows as ever.
  assert.ok(count > 20, "statements are found");
  assert.deepEqual(refused, []);
});
