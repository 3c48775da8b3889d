import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { type CsvRecord, readCsv } from "./csv.ts";

test("records have the line that they end on, for chunks of any size", async () => {
  const text = '\uFEFFa,b\r\n1,"x ""y"""\r\n\r\n"two\r\nlines",3\r\n4\r\n';
  const expected = [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", 'x "y"'] },
    { line: 5, cells: ["two\r\nlines", "3"] },
    { line: 6, cells: ["4"] },
  ];
  assert.deepEqual(await recordsOf([text]), expected);
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
  assert.deepEqual(await recordsOf(bytes), expected);
});

test("records before an unclosed quote are read, and the last one is marked as unclosed", async () => {
  const records = await recordsOf(['a,b\n1,2\n"3,4\n5,6\n']);
  assert.deepEqual(records.slice(0, 2), [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", "2"] },
  ]);
  assert.equal(records.length, 3);
  assert.ok("problem" in (records[2] ?? {}));
});

test("a record without an end is rejected at a size limit", async () => {
  let pieces = 0;
  async function* endless() {
    yield 'a,b\n"';
    for (; pieces < 1_000; pieces++) yield "x".repeat(64_000);
  }
  const records: CsvRecord[] = [];
  for await (const record of readCsv(Readable.from(endless()), ",")) records.push(record);
  assert.ok("problem" in (records.at(-1) ?? {}));
  assert.ok(pieces < 100, `${pieces} pieces were read`);
});

test("an unreadable file is an error, not a record", async () => {
  const broken = new Readable({ read() {} });
  queueMicrotask(() => broken.destroy(new Error("disk gone")));
  await assert.rejects(async () => {
    for await (const _ of readCsv(broken, ",")) assert.fail("nothing was read");
  }, /disk gone/);
});

test("a file with another delimiter is divided at that one only", async () => {
  assert.deepEqual(await recordsOf(["a;b\n1,5;2\n"], ";"), [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1,5", "2"] },
  ]);
});

async function recordsOf(pieces: readonly (string | Buffer)[], delimiter = ","): Promise<CsvRecord[]> {
  return Array.fromAsync(readCsv(Readable.from(pieces), delimiter));
}
