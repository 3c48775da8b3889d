import assert from "node:assert/strict";
import { DomainError } from "../../../src/kernel/errors.ts";
import { updateMerchant } from "../../../src/platform/merchant/settings-service.ts";
import { write } from "../../../src/platform/write.ts";
import { clientOf, obligationBody, priced } from "../../support/client.ts";
import type { Race, Scenario } from "../race.ts";

const fixed = "fixed";

/** Half a cent goes up one way and down the other. */
const halfACent = { "0.13": "HALF_UP", "0.12": "HALF_EVEN" } as const;

/** An approved contract of a new merchant, whose first invoice waits for the worker. */
async function dueContract(race: Race) {
  const client = clientOf(race.api, await race.api.newMerchant());
  const id = await client.contract();
  await client.add(id, obligationBody({}, priced("0.125")));
  await client.ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  return client;
}

export const roundingOfAnIssue: Scenario = {
  id: "rounding",
  title: "an invoice issued during a change of settings is rounded by the settings that hold",
  guard: { name: "the shared lock of the books", without: /(?<=from books .*)for share/ },
  round: async (race) => {
    const client = await dueContract(race);
    const { merchantId } = client.merchant;
    const change = () =>
      write(race.api.platform, { merchantId, actor: { kind: "SYSTEM", id: "cli" } }, (ctx) =>
        updateMerchant(ctx, { rounding: "HALF_EVEN" }),
      ).catch((error) => {
        assert.ok(error instanceof DomainError && error.message.includes(fixed), error);
      });
    await race.atOnce([client.drainOutbox, change]);
    const { rounding } = await client.ok("GET", "/v3/merchant/info");
    const { data: issued } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
    assert.equal(issued.length, 1);
    const total: keyof typeof halfACent = issued[0].total;
    assert.equal(halfACent[total], rounding, `${total} under ${rounding}`);
  },
};
