import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyTerm, day, flat, termOf } from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import {
  contentOf,
  difference,
  draftedOnly,
  keyOfLine,
  type LineKey,
  lineKey,
  type Regeneration,
  type StoredDraft,
} from "./difference.ts";
import { linesFromDraft, lineToDraft } from "./draft-lines.ts";
import { invoiceKey, type PlannedInvoice, planInvoices } from "./plan.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const nothing = { due: [], draftsToAdd: [], draftsToChange: [], draftIdsToRemove: [] };

/** What is stored of one contract: periods that issued lines cover, and drafts. */
type Stored = { readonly issued: ReadonlySet<string>; readonly drafts: readonly StoredDraft[] };
const empty: Stored = { issued: new Set(), drafts: [] };

const planAt = (terms: readonly BillingTerm[], today: Day) =>
  planInvoices(terms, context, { through: today, andNext: true });

function run(terms: readonly BillingTerm[], stored: Stored, today: Day): Regeneration {
  return difference(planAt(terms, today), { ...stored, manualGroups: new Set(["typed"]) }, today);
}

function draftOf(id: string, invoice: PlannedInvoice): StoredDraft {
  return { id, key: invoiceKey(invoice), content: contentOf(invoice) };
}

/** Does what a regeneration says; ids of new drafts are their keys. */
function applied({ issued, drafts }: Stored, regeneration: Regeneration): Stored {
  const changed = new Map(regeneration.draftsToChange.map(({ id, invoice }) => [id, draftOf(id, invoice)]));
  const issuedIds = regeneration.due.map(({ draftId }) => draftId);
  const kept = drafts.filter(({ id }) => ![...regeneration.draftIdsToRemove, ...issuedIds].includes(id));
  return {
    issued: new Set([...issued, ...regeneration.due.flatMap(({ invoice }) => invoice.lines.map(keyOfLine))]),
    drafts: [
      ...kept.map((draft) => changed.get(draft.id) ?? draft),
      ...regeneration.draftsToAdd.map((invoice) => draftOf(`draft ${invoiceKey(invoice)}`, invoice)),
    ],
  };
}

const monthly = termOf({ interval: "MONTH", end: null });
const datesOf = (invoices: readonly PlannedInvoice[]) => invoices.map(({ issueDate }) => formatDay(issueDate));
const today = day("2026-02-10");

describe("a regeneration", () => {
  test("issues planned invoices up to today, drafts the next date, and leaves later ones", () => {
    const { due, draftsToAdd } = run([monthly, termOf({ id: "later", start: day("2026-06-01") })], empty, today);
    assert.deepEqual(datesOf(due.map(({ invoice }) => invoice)), ["2026-01-01", "2026-02-01"]);
    assert.deepEqual(datesOf(draftsToAdd), ["2026-03-01"]);
  });

  test("drafts all invoices of the next date", () => {
    const { draftsToAdd } = run([monthly, termOf({ ...monthly, id: "other", invoiceGroup: "b" })], empty, today);
    assert.deepEqual(datesOf(draftsToAdd), ["2026-03-01", "2026-03-01"]);
  });

  test("issues a draft whose day has come under its id", () => {
    const before = applied(empty, run([monthly], empty, today));
    const { due, draftIdsToRemove, draftsToAdd } = run([monthly], before, day("2026-03-01"));
    assert.deepEqual(
      due.map(({ draftId }) => draftId),
      [before.drafts[0]?.id],
    );
    assert.deepEqual(draftIdsToRemove, [], "the draft becomes the invoice");
    assert.deepEqual(datesOf(draftsToAdd), ["2026-04-01"]);
  });

  for (const [name, parts] of [
    ["price", flat("1201")],
    ["discount", flat("1200", { discounts: [{ type: "FIXED", amount: "1", note: null, start: null, end: null }] })],
    ["name", { name: "Other" }],
    ["description", { description: "Other" }],
    ["quantity", flat("1200", { quantity: "2" })],
  ] as const) {
    test(`updates a draft with a new ${name} under its id`, () => {
      const before = applied(empty, run([monthly], empty, today));
      const { draftsToChange, ...rest } = run([{ ...monthly, ...parts }], before, today);
      assert.deepEqual(
        draftsToChange.map(({ id }) => id),
        [before.drafts[0]?.id],
      );
      assert.deepEqual(rest, { due: [], draftsToAdd: [], draftIdsToRemove: [] });
    });
  }

  test("deletes the draft of a deleted term and nothing issued", () => {
    const before = applied(empty, run([monthly], empty, today));
    assert.deepEqual(run([], before, today), { ...nothing, draftIdsToRemove: before.drafts.map(({ id }) => id) });
  });

  test("makes another invoice for a line whose invoice is already issued", () => {
    const before = applied(empty, run([monthly], empty, today));
    const { due } = run([monthly, { ...monthly, id: "late" }], before, today);
    assert.deepEqual(
      due.map(({ invoice }) => invoice.lines.map((line) => line.billingTermId)),
      [["late"], ["late"]],
    );
  });

  test("drafts a manual invoice beside the next one, on any later date", () => {
    const later = termOf({ ...monthly, id: "later", start: day("2027-06-03") });
    const dates = (invoiceGroup: string) => {
      const { draftsToAdd } = run([monthly, { ...later, invoiceGroup }], empty, today);
      return draftsToAdd.map((invoice) => invoice.invoiceGroup);
    };
    assert.deepEqual(dates("typed"), [null, "typed"]);
    assert.deepEqual(dates("other"), [null]);
  });

  test("identifies lines by term, type, first day and seat amendment", () => {
    const key: LineKey = { billingTermId: "a", type: "FLAT", start: 1, amendmentId: null };
    const others = [
      { ...key, billingTermId: "b" },
      { ...key, type: "UNIT" as const },
      { ...key, start: 2 },
      { ...key, amendmentId: "amendment" },
    ];
    assert.equal(new Set([key, ...others].map(lineKey)).size, 5);
  });
});

const severalTerms = fc
  .array(anyTerm, { minLength: 1, maxLength: 4 })
  .map((terms) => terms.map((term, index) => ({ ...term, id: `term ${index}` })));
const days = fc.integer({ min: day("2025-01-01"), max: day("2027-12-31") });
const growingDays = fc.array(days, { minLength: 1, maxLength: 5 }).map((each) => each.toSorted((a, b) => a - b));

test("property: a second regeneration changes nothing", () => {
  fc.assert(
    fc.property(severalTerms, growingDays, (terms, moments) => {
      let stored = empty;
      for (const now of moments) {
        stored = applied(stored, run(terms, stored, now));
        assert.deepEqual(run(terms, stored, now), nothing);
      }
    }),
  );
});

test("property: issued lines are never billed again, whatever is added, deleted or changed in price", () => {
  fc.assert(
    fc.property(severalTerms, growingDays, fc.infiniteStream(fc.nat(5)), (terms, moments, choices) => {
      let stored = empty;
      for (const now of moments) {
        const present = terms.filter(() => choices.next().value !== 0);
        const priced = present.map((term) => (choices.next().value === 1 ? { ...term, ...flat("7.77") } : term));
        const regeneration = run(priced, stored, now);
        for (const { invoice } of regeneration.due) {
          for (const line of invoice.lines) assert.ok(!stored.issued.has(keyOfLine(line)));
        }
        stored = applied(stored, regeneration);
      }
    }),
  );
});

test("property: many small steps and one large step, in any order of terms, end with the same invoices", () => {
  fc.assert(
    fc.property(severalTerms, growingDays, (terms, moments) => {
      const last = moments.at(-1) ?? 0;
      const ended = ({ issued, drafts }: Stored) => ({
        issued: [...issued].toSorted(),
        drafts: drafts.map(({ key }) => key).toSorted(),
      });
      const steps = moments.reduce((stored, now) => applied(stored, run(terms, stored, now)), empty);
      const leap = applied(empty, run(terms.toReversed(), empty, last));
      assert.deepEqual(ended(steps), ended(leap));
    }),
  );
});

test("property: deleting what was just added restores the drafts, if nothing of it was issued", () => {
  fc.assert(
    fc.property(severalTerms, anyTerm, days, fc.integer({ min: 1, max: 400 }), (terms, drawn, now, ahead) => {
      const end = drawn.end === null ? null : drawn.end - drawn.start + now + ahead;
      // So late that its first invoice is dated ahead, by whatever strategy.
      const added = { ...drawn, id: "added", start: now + ahead, end, invoiceDateStrategy: "ARREARS" as const };
      const before = applied(empty, run(terms, empty, now));
      const during = applied(before, run([...terms, added], before, now));
      const after = applied(during, run(terms, during, now));
      const sorted = ({ issued, drafts }: Stored) => ({
        issued: [...issued].toSorted(),
        drafts: drafts.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      });
      assert.deepEqual(during.issued, before.issued);
      assert.deepEqual(sorted(after), sorted(before));
    }),
  );
});

test("property: issued invoices and drafts together equal the plan", () => {
  fc.assert(
    fc.property(severalTerms, days, (terms, now) => {
      const { issued, drafts } = applied(empty, run(terms, empty, now));
      const plan = planAt(terms, now);
      const due = plan.filter(({ issueDate }) => issueDate <= now).flatMap(({ lines }) => lines.map(keyOfLine));
      assert.deepEqual([...issued].toSorted(), due.toSorted());
      const next = plan.find(({ issueDate }) => issueDate > now)?.issueDate;
      assert.deepEqual(
        drafts.map(({ key }) => key),
        plan.filter(({ issueDate }) => issueDate === next).map(invoiceKey),
      );
    }),
  );
});

test("property: a regeneration without issuing drafts the plan; a second one changes nothing, and issuing then issues what is due", () => {
  fc.assert(
    fc.property(severalTerms, days, days, (terms, first, second) => {
      const now = Math.max(first, second);
      const before = applied(empty, run(terms, empty, Math.min(first, second)));
      const drafted = applied(before, draftedOnly(run(terms, before, now)));
      assert.deepEqual(drafted.issued, before.issued);
      const keys = run(terms, before, now).due.map(({ invoice }) => invoiceKey(invoice));
      assert.ok(keys.every((key) => drafted.drafts.some((draft) => draft.key === key)));
      const byKey = (drafts: readonly StoredDraft[]) => new Map(drafts.map((draft) => [draft.key, draft]));
      const again = applied(drafted, draftedOnly(run(terms, drafted, now)));
      assert.deepEqual(byKey(again.drafts), byKey(drafted.drafts));
      const regenerated = applied(drafted, run(terms, drafted, now));
      const expected = applied(before, run(terms, before, now));
      assert.deepEqual([...regenerated.issued].toSorted(), [...expected.issued].toSorted());
      assert.deepEqual([...byKey(regenerated.drafts).keys()], [...byKey(expected.drafts).keys()]);
    }),
  );
});

test("property: a draft read back from its row is the draft that was stored", () => {
  fc.assert(
    fc.property(severalTerms, days, (terms, now) => {
      for (const invoice of planAt(terms, now)) {
        const row = JSON.parse(JSON.stringify(invoice.lines.map((line) => lineToDraft(line))));
        assert.equal(contentOf({ ...invoice, lines: linesFromDraft(row, "USD") }), contentOf(invoice));
      }
    }),
  );
});
