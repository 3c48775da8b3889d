import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { documentOf, type Sample, samples } from "../../../test/support/invoice-documents.ts";
import { dayOf } from "../../kernel/day.ts";
import { readPdf } from "../../platform/pdf/pdf-text.ts";
import { openPdfRenderer } from "./pdf.ts";

const renderer = openPdfRenderer();
after(() => renderer.close());

const bundledFont = "@expo-google-fonts/noto-sans/900Black/NotoSans_900Black.ttf";

async function textOf(sample: Sample): Promise<{ text: string; pageCount: number }> {
  const reading = await readPdf(await renderer.render(documentOf(sample)));
  assert.ok(reading.readable);
  return { text: reading.text.replaceAll("\u00a0", " "), pageCount: reading.pageCount };
}

function sample(name: string): Sample {
  const found = samples[name];
  assert.ok(found !== undefined, name);
  return found;
}

/** Texts that must be there, in this order. */
function assertInOrder(text: string, parts: readonly string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    assert.ok(at >= 0, `"${part}" is missing after "${text.slice(Math.max(0, from - 40), from)}"`);
    from = at + part.length;
  }
}

test("an invoice with discounts, tiers, two rates of tax, a PO number and a credit memo", async () => {
  const { text, pageCount } = await textOf(sample("ramped-bundle"));
  assert.equal(pageCount, 1);
  assertInOrder(text, [
    ...["Invoice", "Nordlicht Software GmbH", "20457 Hamburg", "Germany", "Tax ID DE123456789", "Hafenlogistik AG"],
    ...["INV-000042", "1 Mar 2026", "31 Mar 2026", "PO-2026-7781", "Amount (EUR)"],
    ...["Platform, year 2 of 3", "1 Mar 2026 – 28 Feb 2027", "36,000.00"],
    ...["Analytics module", "12,000.00 less discount 1,200.00", "12,000.00", "19 %", "10,800.00"],
    ...["Messages", "125,000", "Tier 1", "50,000", "0.0125", "625.00", "Tier 3", "0.0035", "87.50"],
    ...["Standard rate", "19 %", "47,887.50", "9,098.63", "Zero rate", "2,500.00"],
    ...["Subtotal", "51,587.50", "Discounts", "−1,200.00", "Total without tax", "50,387.50", "Tax", "9,098.63"],
    ...["Total (EUR)", "59,486.13", "EUR 59,486.13 due by 31 Mar 2026", "IBAN DE89 3704 0044 0532 0130 00"],
    ...["Reference INV-000042", "Thank you for your trust.", "HRB 104711", "Page 1 of 1"],
  ]);
});

test("credits and payments lower the amount due", async () => {
  const { text } = await textOf(sample("termination"));
  assertInOrder(text, ["Support, unused part", "−1", "−371.43", "Total (EUR)", "510.00"]);
  assertInOrder(text, ["Credit memo CM-000007, 2 Mar 2026", "−200.00", "Paid, 20 Mar 2026 (wire 4711)", "−100.00"]);
  assertInOrder(text, ["Balance (EUR)", "210.00", "EUR 210.00 due by"]);
});

test("many payments are a row each, on as many pages as needed", async () => {
  const paid = Array.from({ length: 80 }, (_, index) => {
    return { kind: "PAYMENT", date: dayOf(2026, 3, 2) + index, reference: `wire ${index}`, amount: "1.00" } as const;
  });
  const { text, pageCount } = await textOf({ lines: [{ name: "Platform", net: "1000.00" }], applied: paid });
  assert.ok(pageCount > 1);
  assert.equal(text.match(/Paid, /g)?.length, 80);
  assertInOrder(text, ["(wire 0)", "(wire 79)", "Balance (EUR)", "1,110.00", "EUR 1,110.00 due by"]);
});

test("a currency without minor units", async () => {
  const { text } = await textOf(sample("yen"));
  assertInOrder(text, ["Amount (JPY)", "1,200,000", "1,250.5", "3.25", "4,064", "Total (JPY)", "1,324,470"]);
  assert.doesNotMatch(text, /IBAN/);
});

test("300 lines: the head is repeated on every page, and no line is lost", async () => {
  const { text, pageCount } = await textOf(sample("300-lines"));
  assert.ok(pageCount > 10, `${pageCount} pages`);
  assert.equal(text.match(/Unit price/g)?.length, pageCount);
  assert.equal(text.match(/Site \d{3}/g)?.length, 300);
  assert.equal(text.match(/Invoice INV-000042/g)?.length, pageCount - 1, "the number stands on every later page");
  assertInOrder(
    text,
    Array.from({ length: pageCount }, (_, page) => `Page ${page + 1} of ${pageCount}`),
  );
});

test("the totals are not divided by a page break", async () => {
  const { text, pageCount } = await textOf({
    lines: Array.from({ length: 12 }, () => ({ name: "Site", net: "10.00" })),
  });
  assert.equal(pageCount, 2);
  assertInOrder(text, ["Page 1 of 2", "Total without tax", "Total (EUR)", "Reference INV-000042", "Page 2 of 2"]);
  assert.ok(text.indexOf("Site") < text.indexOf("Page 1 of 2"));
});

test("Polish, Greek and Cyrillic letters are drawn, and words of any length stay on the page", async () => {
  const { text, pageCount } = await textOf(sample("scripts"));
  assert.equal(pageCount, 1);
  assertInOrder(text, ["Zażółć Gęślą Jaźń", "ul. Świętokrzyska 14/3", "Ελληνική Εταιρεία", "Подписка на платформу"]);
  assertInOrder(text, ["їжак, ѓ, ћ, љ", "Υπηρεσίες φιλοξενίας", "Reverse charge", "1,242.00"]);
  assert.equal(text.match(/W/g)?.length, 90);
});

describe("documents other than an open issued invoice", () => {
  test("a draft is marked and has no number", async () => {
    const { text } = await textOf({ ...sample("yen"), status: "DRAFT", number: null });
    assertInOrder(text, ["Draft invoice", "given at issue"]);
    assert.match(text, /DRAFT/);
    assert.doesNotMatch(text, /INV-|null/);
  });

  test("a void invoice has no amount due", async () => {
    const { text } = await textOf({ ...sample("seat-true-up"), status: "VOID" });
    assert.match(text, /VOID/);
    assert.match(text, /nothing is to be paid/);
    assert.doesNotMatch(text, /IBAN/);
  });

  test("without tax there is no tax table", async () => {
    const { text } = await textOf({ lines: [{ name: "Platform", net: "100.00" }], rates: [] });
    assert.doesNotMatch(text, /Taxable|Total without tax|%/);
    assertInOrder(text, ["Total (EUR)", "100.00"]);
  });
});

test("the same document is the same file, with any number drawn at once", async () => {
  const document = documentOf(sample("seat-true-up"));
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => renderer.render(document)));
  assert.ok(first !== undefined && first.subarray(0, 5).toString() === "%PDF-");
  for (const other of others) assert.deepEqual(other, first);
});

test("drawing stops at the time limit, and the next document is drawn", async () => {
  const document = documentOf(sample("seat-true-up"));
  const impatient = openPdfRenderer({ milliseconds: 1 });
  await assert.rejects(impatient.render(document), /took more than 1 ms/);
  await assert.rejects(impatient.render(document), /took more than 1 ms/);
  await impatient.close();
});

test("a document that cannot be drawn fails alone, and a closed renderer draws none", async () => {
  const document = documentOf(sample("seat-true-up"));
  const own = openPdfRenderer();
  const broken = { ...document, lines: null as unknown as typeof document.lines };
  const [failed, ...fine] = await Promise.allSettled([broken, document, document, document].map(own.render));
  assert.equal(failed?.status, "rejected");
  assert.deepEqual(
    fine.map(({ status }) => status),
    ["fulfilled", "fulfilled", "fulfilled"],
  );
  const cutOff = assert.rejects(own.render(document), /ended without a PDF/);
  await own.close();
  await cutOff;
  await assert.rejects(own.render(document), /closing/);
});

test("other scripts are drawn with the operator's font, embedded in the file", async () => {
  // A weight that no page uses, under another name: that it is in the file shows that it was asked for.
  const folder = await mkdtemp(join(tmpdir(), "accord-font-"));
  const otherFont = join(folder, "house.ttf");
  await copyFile(createRequire(import.meta.url).resolve(bundledFont), otherFont);
  const own = openPdfRenderer({ otherFont });
  try {
    const document = documentOf({ lines: [{ name: "Platform 基本プラン", net: "100.00" }] });
    const [without, withFont] = await Promise.all([renderer.render(document), own.render(document)]);
    const fontsOf = (file: Buffer) => file.toString("latin1").match(/\/FontFile2/g)?.length;
    assert.deepEqual([fontsOf(without), fontsOf(withFont)], [2, 3]);
    const reading = await readPdf(withFont);
    assert.ok(reading.readable && reading.text.includes("Platform"));
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});
