import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { encryptedPdf, pdfOf, pdfWithContent } from "../../../test/support/pdf.ts";
import { readPdf } from "./pdf-text.ts";

test("the text of every page, in order", async () => {
  const pagesReported: string[] = [];
  const reading = await readPdf(pdfOf(["Master agreement", "Signed in 2026"]), undefined, ({ pages, pageCount }) => {
    pagesReported.push(`${pages} of ${pageCount}`);
  });
  assert.deepEqual(pagesReported, ["1 of 2", "2 of 2"]);
  assert.deepEqual(reading, { readable: true, text: "Master agreement\nSigned in 2026", pageCount: 2 });
});

test("text beyond the limit is left out", async () => {
  const limits = { milliseconds: 30_000, megabytes: 512, characters: 6 };
  const reading = await readPdf(pdfOf(["Master agreement", "Signed in 2026"]), limits);
  assert.deepEqual(reading, { readable: true, text: "Master", pageCount: 2 });
});

describe("FIL-U5: a file that nobody can read, or that asks for too much", () => {
  const ordinary = pdfOf(["Agreement"]);
  const deep = Buffer.from(`%PDF-1.7\n1 0 obj\n${"[".repeat(200_000)}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`);
  const cyclic = Buffer.from(
    "%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n" +
      "2 0 obj << /Type /Pages /Kids [2 0 R] /Count 1000000 >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF",
  );
  for (const [what, bytes, problems] of [
    [
      "garbage behind the first bytes",
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(5_000, 0xa5)]),
      ["NOT_A_PDF"],
    ],
    ["nothing behind the first bytes", Buffer.from("%PDF-"), ["NOT_A_PDF"]],
    ["cut off early", ordinary.subarray(0, 60), ["NOT_A_PDF"]],
    ["no pages", pdfOf([]), ["EMPTY", "NOT_A_PDF"]],
    ["arrays in arrays", deep, ["NOT_A_PDF", "TOO_DEMANDING"]],
    ["a page tree that contains itself", cyclic, ["NOT_A_PDF", "TOO_DEMANDING"]],
    ["a password", encryptedPdf(), ["ENCRYPTED", "NOT_A_PDF"]],
  ] as const) {
    test(what, async () => {
      const reading = await readPdf(bytes);
      assert.equal(reading.readable, false, JSON.stringify(reading).slice(0, 200));
      assert.ok(
        !reading.readable && (problems as readonly string[]).includes(reading.problem),
        JSON.stringify(reading),
      );
    });
  }

  test("a stream that unfolds to hundreds of times its size ends at the limit of memory", async () => {
    const bomb = pdfWithContent(deflateSync(Buffer.alloc(200_000_000, "q ")), "/Filter /FlateDecode");
    assert.ok(bomb.length < 1_000_000);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const reading = await readPdf(bomb, { milliseconds: 20_000, megabytes: 128, characters: 1_000 });
    assert.deepEqual(reading, { readable: false, problem: "TOO_DEMANDING" });
    assert.ok(performance.now() - started < 20_000);
    assert.ok(process.memoryUsage().rss - before < 1_000_000_000);
  });

  test("a file that takes too long ends at the limit of time", async () => {
    const slow = pdfWithContent(deflateSync(Buffer.alloc(60_000_000, "q Q ")), "/Filter /FlateDecode");
    const reading = await readPdf(slow, { milliseconds: 500, megabytes: 2_000, characters: 1_000 });
    assert.deepEqual(reading, { readable: false, problem: "TOO_DEMANDING" });
  });
});
