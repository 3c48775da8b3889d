import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { address, buyer, documentOf, type Sample, samples, seller } from "../../../test/support/invoice-documents.ts";
import { dayOf } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import {
  addRatios,
  compareRatios,
  multiplyRatios,
  type Ratio,
  ratio,
  subtractRatios,
  zeroRatio,
} from "../../kernel/ratio.ts";
import { ublDocument } from "./ubl.ts";

/** An element as the parser gives it in document order. */
type Node = {
  readonly name: string;
  readonly text: string;
  readonly attributes: Record<string, string>;
  readonly children: readonly Node[];
};

function parse(xml: string): Node {
  assert.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
  });
  const [root] = nodesOf(parser.parse(xml) as Record<string, unknown>[]);
  assert.ok(root !== undefined);
  return root;
}

function nodesOf(parsed: readonly Record<string, unknown>[]): Node[] {
  return parsed.flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== ":@" && key !== "#text");
    if (name === undefined) return [];
    const content = entry[name] as Record<string, unknown>[];
    const text = content.map((each) => String(each["#text"] ?? "")).join("");
    return [{ name, text, attributes: (entry[":@"] ?? {}) as Record<string, string>, children: nodesOf(content) }];
  });
}

/** The elements at a path of names, prefixes left out. */
function all(node: Node, path: string): Node[] {
  return path
    .split("/")
    .reduce<Node[]>(
      (at, step) => at.flatMap(({ children }) => children.filter(({ name }) => name.endsWith(`:${step}`))),
      [node],
    );
}

function text(node: Node, path: string): string | undefined {
  return all(node, path)[0]?.text;
}

function value(node: Node, path: string): Ratio {
  return ratioFromDecimal(text(node, path) ?? "0");
}

function total(nodes: readonly Node[], path: string): Ratio {
  return nodes.map((node) => value(node, path)).reduce(addRatios, zeroRatio);
}

const invoiceOf = (sample: Sample) => parse(ublDocument(documentOf(sample)));
const line = { name: "Platform", net: "100.00" };

const kinds: Readonly<Record<string, Sample>> = {
  ...samples,
  "reverse charge": {
    lines: [line],
    parties: { buyer: { ...buyer, address: address("Rue 1", "75001", "Paris", "FR"), vatId: "FR40303265045" } },
  },
  "out of scope": { lines: [line], rates: [] },
  "three roundings": { lines: [1, 2, 3].map(() => ({ ...line, net: "0.13" })) },
  "short period": { lines: [{ ...line, quantity: "3", unitPrice: "99.99", net: "141.92" }] },
  "minimum without usage": { lines: [{ ...line, quantity: "0", unitPrice: null, net: "50.00" }] },
  "discount taken back": { lines: [line, { ...line, quantity: "2", unitPrice: "10", gross: "-20.00", net: "-18.00" }] },
  surcharge: { lines: [{ ...line, gross: "90.00", unitPrice: "90", net: "100.00" }] },
  "free of charge": { lines: [{ ...line, gross: "100.00", unitPrice: "100", net: "0.00" }] },
  "intra-community": { lines: [{ ...line, category: "K" }] },
};

for (const [name, sample] of Object.entries(kinds)) {
  describe(name, () => {
    const invoice = invoiceOf(sample);
    const lines = all(invoice, "InvoiceLine");
    const totals = all(invoice, "LegalMonetaryTotal")[0] as Node;

    test("elements stand in the order of the schema, and none is empty", () => {
      assert.deepEqual(wrongOrder(invoice), []);
    });

    test("sums: BR-CO-10, BR-CO-13 to BR-CO-17", () => {
      const equal = (a: Ratio, b: Ratio, why: string) => assert.equal(compareRatios(a, b), 0, why);
      equal(value(totals, "LineExtensionAmount"), total(lines, "LineExtensionAmount"), "BR-CO-10");
      assert.equal(all(invoice, "AllowanceCharge").length, 0, "BR-CO-11, BR-CO-12: nothing to add up");
      equal(value(totals, "TaxExclusiveAmount"), value(totals, "LineExtensionAmount"), "BR-CO-13");
      const rows = all(invoice, "TaxTotal/TaxSubtotal");
      equal(value(invoice, "TaxTotal/TaxAmount"), total(rows, "TaxAmount"), "BR-CO-14");
      const withTax = addRatios(value(totals, "TaxExclusiveAmount"), value(invoice, "TaxTotal/TaxAmount"));
      equal(value(totals, "TaxInclusiveAmount"), withTax, "BR-CO-15");
      equal(value(totals, "PayableAmount"), subtractRatios(withTax, value(totals, "PrepaidAmount")), "BR-CO-16");
      for (const row of rows) {
        const exact = multiplyRatios(value(row, "TaxableAmount"), value(row, "TaxCategory/Percent"));
        const difference = subtractRatios(multiplyRatios(value(row, "TaxAmount"), ratio(100)), exact);
        const half = samples[name]?.currency === "JPY" ? ratio(50) : ratio(1, 2);
        const magnitude = difference.numerator < 0n ? subtractRatios(zeroRatio, difference) : difference;
        assert.ok(compareRatios(magnitude, half) <= 0, "BR-CO-17");
      }
    });

    test("every line: quantity × price − discount = amount (R120), and the price is not negative (BR-27)", () => {
      for (const each of lines) {
        const base = text(each, "Price/BaseQuantity");
        assert.ok(base === undefined || compareRatios(ratioFromDecimal(base), zeroRatio) > 0, "R121");
        const price = value(each, "Price/PriceAmount");
        assert.ok(compareRatios(price, zeroRatio) >= 0, "BR-27");
        const per = ratioFromDecimal(base ?? "1");
        const gross = multiplyRatios(
          multiplyRatios(value(each, "InvoicedQuantity"), price),
          ratio(per.denominator, per.numerator),
        );
        const isCharge = text(each, "AllowanceCharge/ChargeIndicator") === "true";
        const discount = multiplyRatios(value(each, "AllowanceCharge/Amount"), ratio(isCharge ? -1 : 1));
        const off = subtractRatios(subtractRatios(gross, discount), value(each, "LineExtensionAmount"));
        assert.ok(compareRatios(multiplyRatios(off, off), ratio(1, 1)) < 0, "R120");
        const isWholeUnits = all(each, "LineExtensionAmount")[0]?.attributes.currencyID === "JPY";
        assert.ok(isWholeUnits || compareRatios(multiplyRatios(off, off), ratio(1, 2500)) <= 0, "R120 within 0.02");
      }
    });

    test("rows of the tax table equal those of the lines, and an untaxed row has its reason", () => {
      const keyOf = (category: Node | undefined) =>
        category === undefined ? "" : `${text(category, "ID")} ${text(category, "Percent")}`;
      const ofLines = lines.map((each) => keyOf(all(each, "Item/ClassifiedTaxCategory")[0]));
      const rows = all(invoice, "TaxTotal/TaxSubtotal/TaxCategory");
      assert.deepEqual(rows.map(keyOf).toSorted(), [...new Set(ofLines)].toSorted());
      for (const row of rows) {
        const needsReason = !["S", "Z", "L", "M"].includes(text(row, "ID") ?? "");
        assert.equal(text(row, "TaxExemptionReason") !== undefined, needsReason, "BR-E-10, BR-AE-10, BR-O-10 …");
        assert.equal(text(row, "Percent") === undefined, text(row, "ID") === "O", "BR-48");
      }
    });

    test("fields required by the standard", () => {
      const required = [
        ...["CustomizationID", "ProfileID", "ID", "IssueDate", "DueDate", "InvoiceTypeCode", "DocumentCurrencyCode"],
        ...[
          "AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName",
          "AccountingSupplierParty/Party/EndpointID",
        ],
        ...[
          "AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName",
          "AccountingCustomerParty/Party/EndpointID",
        ],
        ...["AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode"],
        ...["AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode"],
        ...["TaxTotal/TaxAmount", "LegalMonetaryTotal/PayableAmount", "InvoiceLine/Item/Name", "InvoiceLine/ID"],
      ];
      assert.deepEqual(
        required.filter((path) => !text(invoice, path)),
        [],
      );
      assert.ok(text(invoice, "BuyerReference") ?? text(invoice, "OrderReference/ID"), "PEPPOL-EN16931-R003");
      const [start, end] = [
        text(invoice, "InvoicePeriod/StartDate") ?? "",
        text(invoice, "InvoicePeriod/EndDate") ?? "",
      ];
      for (const each of lines) {
        assert.ok((text(each, "InvoicePeriod/StartDate") ?? "") >= start, "PEPPOL-EN16931-R110");
        assert.ok((text(each, "InvoicePeriod/EndDate") ?? "") <= end, "PEPPOL-EN16931-R111");
      }
    });
  });
}

test("amounts have the decimals of the currency and name it", () => {
  const invoice = invoiceOf(kinds.yen as Sample);
  const payable = all(invoice, "LegalMonetaryTotal/PayableAmount")[0];
  assert.deepEqual([payable?.text, payable?.attributes], ["1324470", { currencyID: "JPY" }]);
});

test("tiers keep their quantity: the price is that of the whole quantity", () => {
  const messages = all(invoiceOf(kinds["ramped-bundle"] as Sample), "InvoiceLine")[2] as Node;
  const shown = ["InvoicedQuantity", "LineExtensionAmount", "Price/PriceAmount", "Price/BaseQuantity"];
  assert.deepEqual(
    shown.map((path) => text(messages, path)),
    ["125000", "1087.50", "1087.50", "125000"],
  );
  assert.match(text(messages, "Item/Description") ?? "", /Tier 2: 50000 at 0\.0075 = 375\.00 EUR/);
});

test("a negative line has a negative quantity", () => {
  const back = all(invoiceOf(kinds.termination as Sample), "InvoiceLine")[1] as Node;
  const shown = ["InvoicedQuantity", "LineExtensionAmount", "Price/PriceAmount"];
  assert.deepEqual(
    shown.map((path) => text(back, path)),
    ["-1", "-371.43", "371.43"],
  );
});

test("fewer units at a higher amount are one unit at that amount: a base quantity is never negative", () => {
  const sample = { lines: [{ ...line, quantity: "-30", unitPrice: null, net: "30.00" }] };
  const [late] = all(invoiceOf(sample), "InvoiceLine");
  const shown = ["InvoicedQuantity", "LineExtensionAmount", "Price/PriceAmount", "Price/BaseQuantity"];
  assert.deepEqual(
    shown.map((path) => late && text(late, path)),
    ["1", "30.00", "30.00", undefined],
  );
});

test("credits and payments are the prepaid amount", () => {
  const totals = all(invoiceOf(kinds.termination as Sample), "LegalMonetaryTotal")[0] as Node;
  assert.deepEqual([text(totals, "PrepaidAmount"), text(totals, "PayableAmount")], ["300.00", "210.00"]);
});

test("a discount is an allowance of its line", () => {
  const module = all(invoiceOf(kinds["ramped-bundle"] as Sample), "InvoiceLine")[1] as Node;
  const shown = ["ChargeIndicator", "AllowanceChargeReason", "Amount"].map((name) =>
    text(module, `AllowanceCharge/${name}`),
  );
  assert.deepEqual(shown, ["false", "Discount", "1200.00"]);
});

test("the bank account is the payment means, which are left out without one", () => {
  const means = all(invoiceOf(kinds["seat-true-up"] as Sample), "PaymentMeans")[0] as Node;
  const shown = [
    "PaymentMeansCode",
    "PaymentID",
    "PayeeFinancialAccount/ID",
    "PayeeFinancialAccount/FinancialInstitutionBranch/ID",
  ];
  assert.deepEqual(
    shown.map((path) => text(means, path)),
    ["58", "INV-000042", "DE89370400440532013000", "COBADEFFXXX"],
  );
  assert.equal(all(invoiceOf(kinds.yen as Sample), "PaymentMeans").length, 0);
});

describe("tax ids", () => {
  const schemes = (sample: Sample) => {
    const invoice = invoiceOf(sample);
    return ["AccountingSupplierParty", "AccountingCustomerParty"].map((side) =>
      all(invoice, `${side}/Party/PartyTaxScheme`).map(
        (scheme) => `${text(scheme, "CompanyID")} ${text(scheme, "TaxScheme/ID")}`,
      ),
    );
  };

  test("are the VAT ids of both parties, Greece with EL", () => {
    assert.deepEqual(schemes(kinds.scripts as Sample), [["PL5260001246 VAT"], ["EL094259216 VAT"]]);
  });

  test("are left out outside the scope of tax (BR-O-02)", () => {
    assert.deepEqual(schemes(kinds["out of scope"] as Sample), [[], []]);
  });

  test("without a country are a tax registration of the seller, and left out for the buyer (BR-CO-09)", () => {
    const parties = { seller: { ...seller, vatId: "12/345/67890" }, buyer: { ...buyer, vatId: "12-3456789" } };
    assert.deepEqual(schemes({ lines: [line], parties }), [["12/345/67890 TAX"], []]);
  });
});

test("texts are escaped, and characters that XML cannot hold are left out", () => {
  const name = 'A & B <"C"> \u0001\ud83d\ude00\ufffe\'';
  const invoice = invoiceOf({ lines: [{ ...line, name }], memo: "a\nb", poNumber: "<&>" });
  assert.equal(
    text(all(invoice, "InvoiceLine")[0] as Node, "Item/Name")?.replaceAll("&quot;", '"'),
    'A & B <"C"> \u{1f600}\'',
  );
  assert.equal(text(invoice, "OrderReference/ID"), "<&>");
});

test("a draft has no e-invoice", () => {
  assert.throws(
    () => ublDocument({ ...documentOf({ lines: [line] }), number: null, issueDate: dayOf(2026, 1, 1) }),
    /number/,
  );
});

// The sequences of UBL 2.1 (UBL-Invoice-2.1.xsd, UBL-CommonAggregateComponents-2.1.xsd), as far as we write them.
const sequences: Readonly<Record<string, string>> = {
  Invoice: `CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod
    OrderReference ContractDocumentReference AccountingSupplierParty AccountingCustomerParty Delivery PaymentMeans TaxTotal
    LegalMonetaryTotal InvoiceLine`,
  InvoicePeriod: "StartDate EndDate",
  OrderReference: "ID",
  ContractDocumentReference: "ID",
  AccountingSupplierParty: "Party",
  AccountingCustomerParty: "Party",
  Party: "EndpointID PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact",
  PartyName: "Name",
  PostalAddress: "StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country",
  AddressLine: "Line",
  Country: "IdentificationCode",
  PartyTaxScheme: "CompanyID TaxScheme",
  TaxScheme: "ID",
  PartyLegalEntity: "RegistrationName CompanyID",
  Contact: "ElectronicMail",
  Delivery: "ActualDeliveryDate DeliveryLocation",
  DeliveryLocation: "Address",
  Address: "Country",
  PaymentMeans: "PaymentMeansCode PaymentID PayeeFinancialAccount",
  PayeeFinancialAccount: "ID Name FinancialInstitutionBranch",
  FinancialInstitutionBranch: "ID",
  TaxTotal: "TaxAmount TaxSubtotal",
  TaxSubtotal: "TaxableAmount TaxAmount TaxCategory",
  TaxCategory: "ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme",
  ClassifiedTaxCategory: "ID Percent TaxScheme",
  LegalMonetaryTotal: "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableAmount",
  InvoiceLine: "ID Note InvoicedQuantity LineExtensionAmount InvoicePeriod AllowanceCharge Item Price",
  AllowanceCharge: "ChargeIndicator AllowanceChargeReason Amount",
  Item: "Description Name ClassifiedTaxCategory",
  Price: "PriceAmount BaseQuantity",
};
const repeated = new Set(["TaxSubtotal", "InvoiceLine"]);

function wrongOrder(node: Node): string[] {
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const sequence = sequences[local(node.name)]?.split(/\s+/);
  if (sequence === undefined)
    return node.children.length > 0 || node.text === "" ? [`${node.name} is empty or not known`] : [];
  const places = node.children.map((child) => sequence.indexOf(local(child.name)));
  const problems = places.flatMap((place, index) => {
    const child = local(node.children[index]?.name ?? "");
    const before = index === 0 ? -1 : (places[index - 1] ?? -1);
    const isPlaced = place >= 0 && (place > before || (place === before && repeated.has(child)));
    return isPlaced ? [] : [`${child} in ${node.name}`];
  });
  const prefixes = node.children.filter(({ name, children }) => name.startsWith("cac:") !== children.length > 0);
  return [...problems, ...prefixes.map(({ name }) => `prefix of ${name}`), ...node.children.flatMap(wrongOrder)];
}
