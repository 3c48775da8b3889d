import assert from "node:assert/strict";
import { test } from "node:test";
import { AccordError, type Preview } from "@accord/client";
import type { Write } from "../../console/src/preview/write.ts";
import { doAll, invoicesDueNow, type Named, tryAll } from "../../console/src/screens/contracts/bulk-run.ts";

const contracts = (count: number): Named[] =>
  Array.from({ length: count }, (_, at) => ({ id: `id-${at}`, name: `Contract ${at}`, blockReasons: [] }));

const idsOf = ({ input }: Write): string[] => {
  const { csv } = (input as unknown as { body: { csv: string } }).body;
  const [head = "", ...lines] = csv.trim().split("\n");
  const at = head.split(",").indexOf("contractId");
  return lines.map((line) => line.split(",")[at] ?? "");
};

/** A server that refuses some contracts, as `BULK_CHANGE_REFUSED` does, and remembers what it was asked. */
function server(cannot: (id: string) => string | undefined) {
  const previewed: number[] = [];
  const carriedOut: [string[], string][] = [];
  const told: number[] = [];
  const steps = {
    preview: async (write: Write): Promise<Preview> => {
      const ids = idsOf(write);
      previewed.push(ids.length);
      const rows = ids.flatMap((id, at) => {
        const message = cannot(id);
        return message === undefined ? [] : [{ line: at + 2, issues: [{ column: null, code: "X", message }] }];
      });
      if (rows.length > 0) throw refusal(rows);
      const due = { currency: "USD", invoicesDueNow: { count: ids.length, total: `${ids.length}.00` } };
      const preview = { planHash: ids.join("+"), summary: { byCurrency: [due] }, plan: {}, result: null };
      return preview as unknown as Preview;
    },
    carryOut: async (write: Write, planHash: string) => {
      carriedOut.push([idsOf(write), planHash]);
      return { kind: "done", payload: null, message: "" } as const;
    },
    reasonOf: (error: unknown) => (error as Error).message,
    isOpen: () => true,
    onProgress: (at: number) => void told.push(at),
  };
  return { steps, previewed, carriedOut, told };
}

function refusal(rows: readonly object[]): AccordError {
  const error = { code: 400, message: "refused", errorCode: "BULK_CHANGE_REFUSED", details: { rows } };
  return new AccordError(400, { payload: {}, success: false, message: "refused", error }, new Headers());
}

const approval = { action: "CONTRACT_APPROVAL", reason: "" } as const;

test("contracts are tried fifty at a time, and rejected ones are left out of the next try", async () => {
  const { steps, previewed, carriedOut, told } = server((id) => (/[37]$/.test(id) ? "It is new." : undefined));
  const tried = await tryAll(contracts(120), approval, steps);
  assert.deepEqual(previewed, [50, 40, 50, 40, 20, 16]);
  assert.deepEqual(told, [0, 50, 100]);
  assert.equal(tried.refused.length, 24);
  assert.deepEqual([tried.refused[0]?.contract.id, tried.refused[0]?.why], ["id-3", "It is new."]);
  assert.deepEqual(invoicesDueNow(tried.parts), {
    count: 96,
    totals: [
      ["USD", "40.00"],
      ["USD", "40.00"],
      ["USD", "16.00"],
    ],
  });
  assert.equal(carriedOut.length, 0, "nothing is done before it is confirmed");
  assert.deepEqual(await doAll(tried.parts, steps), { done: 96, waiting: 0, refused: [] });
  assert.deepEqual(
    carriedOut.map(([ids, planHash]) => [ids.length, planHash === ids.join("+")]),
    [
      [40, true],
      [40, true],
      [16, true],
    ],
  );
});

test("a blocked contract shows its block reasons, and a request that fails shows the reason for each contract", async () => {
  const blocked = [{ id: "a", name: "A", blockReasons: [{ message: "No customer." }, { message: "No term." }] }];
  const { steps } = server(() => "It is blocked.");
  assert.equal((await tryAll(blocked, approval, steps)).refused[0]?.why, "No customer. No term.");
  const hold = { action: "CONTRACT_HOLD", reason: 'Wait, "please"' } as const;
  assert.equal((await tryAll(blocked, hold, steps)).refused[0]?.why, "It is blocked.");
  const broken = { ...steps, preview: () => Promise.reject(new Error("The server does not answer.")) };
  const { parts, refused } = await tryAll(contracts(2), approval, broken);
  assert.deepEqual([parts.length, refused.map(({ why }) => why)], [0, Array(2).fill("The server does not answer.")]);
});

test("a part whose plan has changed is not carried out and named, a waiting one is counted apart, and closing stops between parts", async () => {
  const { steps } = server(() => undefined);
  const { parts } = await tryAll(contracts(150), approval, steps);
  const kinds = ["done", "changed", "waits"] as const;
  let at = 0;
  const carryOut = async () => ({ kind: kinds[at++] ?? "done", payload: null, message: "" }) as never;
  const ended = await doAll(parts, { ...steps, carryOut });
  assert.deepEqual([ended.done, ended.waiting, ended.refused.length], [50, 50, 50]);
  assert.match(ended.refused[0]?.why ?? "", /has changed since/);
  let parts_ = 0;
  const stopped = await doAll(parts, { ...steps, isOpen: () => parts_++ < 1 });
  assert.equal(stopped.done, 50);
});
