import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  amended,
  corrected,
  creditOf,
  day,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  seatTermOf,
  usd,
} from "../../../test/support/terms.ts";
import type { Correction, PerformanceObligationRecord } from "../performance-obligations/performance-obligation.ts";
import { byEffect } from "../seats.ts";
import type { TreatedFact } from "./modification.ts";
import {
  correctedPob,
  effectiveInMonth,
  type Recorded,
  recordBefore,
  recordedBefore,
  treatmentsBefore,
} from "./record-as-of.ts";

type Kept = PerformanceObligationRecord & Recorded;

/** The moment at which the nth change is made; texts of one length compare as moments do. */
const at = (n: number) => `2026-03-01 12:00:00.${String(n).padStart(3, "0")}+00`;

const asFirstRecorded: Kept = {
  ...recordOf(obligationOf(seatTermOf(), { transactionPrice: usd(120_000) })),
  createdAt: at(0),
  deletedAt: null,
};

const kinds = [
  ...["PRICE", "SEATS", "WITHDRAWAL", "END", "PERFORMANCE_OBLIGATION_PRICE", "MANUAL", "CREDIT", "DELETION"],
] as const;

/** A record after a change that is made as the services make it: some are added, some overwrite and are kept as corrections. */
function changed(record: Kept, kind: string, n: number, by: number): Kept {
  const { pob } = record;
  const term = pob.billingTerm ?? seatTermOf();
  const [createdAt, bookMonth] = [at(n), by % 2 === 0 ? null : month("2026-02")];
  const fact = { id: `fact ${n}`, createdAt, bookMonth };
  const withTerm = (parts: object): Kept => ({
    ...record,
    pob: { ...pob, billingTerm: { ...term, ...parts } },
  });
  const correct = (now: Kept, of: Correction["of"], changes: Correction["changes"]): Kept => {
    return { ...now, corrections: [...record.corrections, corrected({ ...fact, of, changes })] };
  };
  switch (kind) {
    case "PRICE":
      return withTerm({
        layers: [...term.layers, { ...fact, price: flatPrice(String(by)), effectiveFrom: term.start }],
      });
    case "SEATS": {
      const amendment = amended(by % 3 === 0 ? "2026-02-01" : "2026-04-01", { ...fact, delta: String(by) });
      return withTerm({ amendments: [...term.amendments, amendment].sort(byEffect) });
    }
    case "WITHDRAWAL": {
      const gone = term.amendments[by % Math.max(term.amendments.length, 1)];
      if (gone === undefined) return record;
      const amendments = term.amendments.filter((one) => one !== gone);
      return {
        ...withTerm({ amendments }),
        withdrawn: [...record.withdrawn, { amendment: gone, bookMonth, createdAt }],
      };
    }
    case "END": {
      const end = term.start + 100 + by;
      return correct(withTerm({ end }), "TERM", { end: { from: term.end, to: end } });
    }
    case "PERFORMANCE_OBLIGATION_PRICE": {
      const stored = ({ minor, currency }: { minor: bigint; currency: string }) => ({ minor: String(minor), currency });
      const [from, to] = [pob.transactionPrice ?? usd(0), usd(by)];
      const now = { ...record, pob: { ...pob, transactionPrice: to } };
      return correct(now, "POB", { transactionPrice: { from: stored(from), to: stored(to) } });
    }
    case "MANUAL": {
      const manualMonths = [{ month: month("2026-05"), total: usd(by), isManual: true }];
      const stored = (manualMonths: typeof pob.manualMonths) =>
        manualMonths.map(({ total, ...manualMonth }) => ({
          ...manualMonth,
          total: { minor: String(total.minor), currency: "USD" },
        }));
      const now = { ...record, pob: { ...pob, manualMonths } };
      return correct(now, "POB", { manualMonths: { from: stored(pob.manualMonths), to: stored(manualMonths) } });
    }
    case "CREDIT":
      return {
        ...record,
        billingCredits: [...record.billingCredits, creditOf(usd(by), { ...fact, bookMonth: month("2026-02") })],
      };
    default:
      return { ...record, isDeleted: true, deletedAt: createdAt, deletionBookMonth: bookMonth };
  }
}

describe("a record as of a moment", () => {
  test("has the fields of that moment, whatever was changed since", () => {
    const changes = fc.array(fc.record({ kind: fc.constantFrom(...kinds), by: fc.integer({ min: 1, max: 500 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(changes, (all) => {
        const versions = [asFirstRecorded];
        for (const [index, { kind, by }] of all.entries()) {
          const now = versions.at(-1) ?? asFirstRecorded;
          versions.push(now.isDeleted ? now : changed(now, kind, index + 1, by));
        }
        const last = versions.at(-1) ?? asFirstRecorded;
        for (const [n, version] of versions.entries()) assert.deepEqual(recordBefore(last, at(n + 1)), version);
        assert.deepEqual(recordBefore(last, at(999)), last, "after the last change it is what is known");
        assert.equal(recordBefore(last, at(0)), undefined, "before it was made it was not there");
      }),
    );
  });

  test("leaves out changes without a recorded moment", () => {
    const layers = [{ price: flatPrice("5"), effectiveFrom: day("2026-02-01"), bookMonth: null }];
    const record = { ...asFirstRecorded, ...recordOf(obligationOf(seatTermOf({ layers }))) };
    assert.deepEqual(recordBefore(record, at(1))?.pob.billingTerm?.layers, []);
  });
});

test("and as of a month agree: a change booked in March was recorded while March was the open month", () => {
  const fact = {
    price: flatPrice("5"),
    effectiveFrom: day("2026-01-01"),
    bookMonth: month("2026-03"),
    createdAt: at(2),
  };
  const record = recordOf(obligationOf(seatTermOf({ layers: [fact] })));
  const layers = (isEffective: Parameters<typeof correctedPob>[1]) =>
    correctedPob(record, isEffective).billingTerm?.layers.length;
  assert.deepEqual([effectiveInMonth(month("2026-02")), effectiveInMonth(month("2026-03"))].map(layers), [0, 1]);
  assert.deepEqual([recordedBefore(at(2)), recordedBefore(at(3))].map(layers), [0, 1]);
});

test("property: treatments as of a moment are those proposed and chosen by then", () => {
  const choices = fc.array(fc.record({ isChoice: fc.boolean(), by: fc.nat(9) }), { maxLength: 8 });
  fc.assert(
    fc.property(choices, (all) => {
      const versions: ReadonlyMap<string, TreatedFact>[] = [new Map()];
      for (const [index, { isChoice, by }] of all.entries()) {
        const now = new Map(versions.at(-1));
        const [createdAt, bookMonth] = [at(index + 1), by % 2 === 0 ? null : month("2026-02")];
        const [id, proposed] = [...now][by % Math.max(now.size, 1)] ?? [];
        if (isChoice && id !== undefined && proposed !== undefined) {
          const choice = { treatment: "CUMULATIVE_CATCH_UP", bookMonth, createdAt } as const;
          now.set(id, { ...proposed, booked: [...proposed.booked, choice] });
        } else {
          const booked = [{ treatment: "PROSPECTIVE", bookMonth, createdAt } as const];
          now.set(`fact ${index}`, { effectiveFrom: day("2026-04-01"), at: createdAt, booked });
        }
        versions.push(now);
      }
      const last = versions.at(-1) ?? new Map();
      for (const [n, version] of versions.entries()) assert.deepEqual(treatmentsBefore(last, at(n + 1)), version);
    }),
  );
});
