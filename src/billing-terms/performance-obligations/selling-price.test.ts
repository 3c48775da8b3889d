import assert from "node:assert/strict";
import { test } from "node:test";
import { corrected, day, month, obligationOf, recordOf, statedOf, termOf, usd } from "../../../test/support/terms.ts";
import { sharingPrice } from "./selling-price.ts";

test("an obligation shares the allocated price if it is fixed, has an end and a price, and is no separate contract", () => {
  const following = (id: string, term: Parameters<typeof termOf>[0] = {}, standaloneSellingPrice = usd(10_000)) =>
    obligationOf(termOf({ id, ...term }), { standaloneSellingPrice });
  const records = [
    statedOf(usd(6_000), { id: "stated" }),
    following("yearly"),
    following("waits for its milestone", { trigger: "MILESTONE" }),
    following("reached its milestone", { trigger: "MILESTONE", reachedOn: day("2026-03-01") }),
    following("a contract of its own"),
    following("open-ended", { end: null }),
    obligationOf(termOf({ id: "without a selling price" })),
  ].map((each) => recordOf(each));
  const [at, effectiveFrom, bookMonth] = ["2026-01-01T00:00:00.000Z", day("2026-01-01"), month("2026-01")];
  const separate = { at, effectiveFrom, booked: [{ treatment: "SEPARATE_CONTRACT" as const, bookMonth }] };
  const ended = recordOf(following("open-ended once"), {
    corrections: [
      corrected({
        ...{ id: "end", of: "POB", bookMonth: null },
        changes: {
          service: {
            from: { start: day("2026-01-01"), end: null },
            to: { start: day("2026-01-01"), end: day("2027-01-01") },
          },
        },
      }),
    ],
  });
  const deleted = recordOf(statedOf(usd(100)), { isDeleted: true });
  const sharing = sharingPrice([...records, ended, deleted], new Map([["a contract of its own", separate]]));
  assert.deepEqual(
    sharing.map(({ id }) => id),
    ["stated", "obligation of yearly", "obligation of reached its milestone"],
  );
});
