import assert from "node:assert/strict";
import { test } from "node:test";
import { isPdf, safeFileName } from "./contract-file.ts";

test("FIL-U2: a PDF has that media type, and its first bytes are those of one", () => {
  const pdf = (text: string, contentType = "application/pdf") => isPdf({ bytes: Buffer.from(text), contentType });
  assert.ok(pdf("%PDF-1.7\n"));
  assert.ok(pdf("%PDF-1.7\n", "Application/PDF"));
  assert.ok(!pdf("%PDF-1.7\n", "application/octet-stream"));
  assert.ok(!pdf("\n%PDF-1.7"));
  assert.ok(!pdf(`${" ".repeat(500)}%PDF-1.7`));
  assert.ok(!pdf("<html>%PDF-1.7"));
  assert.ok(!pdf("%PDF"));
  assert.ok(!pdf("\u0089PNG\r\n"));
});

for (const [sent, kept] of [
  ["Contract 2026.pdf", "Contract 2026.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\files\\deal.pdf", "deal.pdf"],
  ["a\r\nset-cookie: x.pdf", "aset-cookie: x.pdf"],
  ['quo"te.pdf', 'quo"te.pdf'],
  ["\u202efdp.exe", "fdp.exe"],
  ["חוזה.pdf", "חוזה.pdf"],
  ["..", "contract.pdf"],
  [" / ", "contract.pdf"],
  [`${"x".repeat(4_096)}.pdf`, `${"x".repeat(251)}.pdf`],
  ["y".repeat(300), "y".repeat(255)],
] as const) {
  test(`FIL-U6: ${JSON.stringify(sent.slice(0, 30))} is kept as ${JSON.stringify(kept.slice(0, 30))}`, () => {
    assert.equal(safeFileName(sent), kept);
  });
}
