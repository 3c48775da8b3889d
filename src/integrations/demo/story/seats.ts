import type { Scene } from "./scene.ts";
import { createContract, type Story } from "./story-contract.ts";

const seats = (quantity: string, price: string, parts: object = {}) => ({
  ...{ name: "Workspace seats", product: "workspace" as const, quantity, price },
  seatConfig: { defaultProrationPolicy: "DAY", defaultTrueUpTiming: "IMMEDIATE", ...parts },
});

/** A contract that grows from 40 to 115 seats in two years. */
export async function* growingTeam(story: Story): Scene {
  yield "2024-02-05";
  const { send } = story;
  const created = await createContract(story, "Robotics workspace", "vantage", {
    closeDate: "2024-02-05",
    poNumber: "VRR-2024-018",
  });
  const term = await created.sell({ ...seats("40", "45.00"), from: "2024-02-01", to: "2027-01-31" });
  await created.approve();
  const more = (effectiveDate: string, quantity: string, note: string) =>
    send("POST", `${created.path}/billing-terms/${term.billingTermId}/seat-amendment`, {
      effectiveDate,
      quantity,
      note,
    });
  yield "2024-09-16";
  await more("2024-09-16", "55", "Second plant");
  yield "2025-03-10";
  await more("2025-03-10", "80", "Field engineers");
  yield "2025-11-12";
  await more("2025-11-12", "115", "Acquired Brass & Bolt");
}

/** A contract with 120 seats, billed quarterly, is reduced to 95; the unused part of the quarter is credited pro rata. */
export async function* shrinkingTeam(story: Story): Scene {
  yield "2025-01-13";
  const { send } = story;
  const created = await createContract(story, "Logistics workspace", "westbrook", { closeDate: "2025-01-13" });
  const term = await created.sell({
    ...seats("120", "118.00", { creditOnDecrease: "PRORATED" }),
    ...{ from: "2025-01-01", to: "2026-12-31", interval: "QUARTER" },
  });
  await created.approve();
  yield "2025-08-18";
  const fewer = { effectiveDate: "2025-08-18", quantity: "95", note: "Night shift moved to a contractor" };
  await send("POST", `${created.path}/billing-terms/${term.billingTermId}/seat-amendment`, fewer);
}

/** A service for 24,000, 36,000 and 48,000 in three years, whose revenue is recognized evenly. */
export async function* ramp(story: Story): Scene {
  yield "2024-03-25";
  const { send, catalog } = story;
  const created = await createContract(story, "Three-year ramp", "cedarline", {
    closeDate: "2024-03-25",
    poNumber: "CH-90211",
  });
  const { billingTermGroupId } = await created.bill({
    ...{ name: "Platform, first year", product: "platform", from: "2024-04-01", to: "2025-03-31" },
    ...{ interval: "YEAR", price: "24000.00" },
  });
  await created.bill({
    ...{ name: "Platform, second year", product: "platform", from: "2025-04-01", to: "2026-03-31" },
    ...{ interval: "YEAR", price: "36000.00", billingTermGroupId },
  });
  await created.bill({
    ...{ name: "Platform, third year", product: "platform", from: "2026-04-01", to: "2027-03-31" },
    ...{ interval: "YEAR", price: "48000.00", billingTermGroupId },
  });
  const { categoryId } = catalog.of("platform");
  await send("POST", `${created.path}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [
      {
        ...{ name: "Platform", categoryId, serviceStartDate: "2024-04-01", serviceEndDate: "2027-03-31" },
        transactionPrice: "108000.00",
      },
    ],
  });
  await created.approve();
}
