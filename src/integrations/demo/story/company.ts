import type { Send } from "./scene.ts";

/** Enters the company data shown on invoices, accounts and taxes. Acme Cloud sells from Dublin, in dollars and euros. `logo` is a PNG in base64. */
export async function enterCompany(send: Send, logo: string): Promise<void> {
  await send("PATCH", "/v3/merchant", {
    ...{ legalName: "Acme Cloud Limited", email: "billing@acme-cloud.example" },
    address: { line1: "2 Harbourmaster Place", line2: "IFSC", city: "Dublin", postalCode: "D01 X5P3", country: "IE" },
    ...{ vatId: "IE3000000SH", registrationNumber: "700417" },
    bankAccount: { iban: "IE29 AIBK 9311 5212 3456 78", bic: "AIBKIE2D", name: "Acme Cloud Limited" },
    logo,
    taxRates: [{ country: "IE", category: "S", rate: "0.23", validFrom: "2021-03-01" }],
    ...{ usageGraceDays: 3, invoicePrefix: "INV-", creditMemoPrefix: "CM-" },
    accountMap: {
      ...{ RECEIVABLE: "1200 Accounts receivable", UNBILLED_RECEIVABLE: "1210 Unbilled receivables" },
      ...{
        CONTRACT_ASSET: "1220 Contract assets",
        CONTRACT_LIABILITY: "2400 Deferred revenue",
        REVENUE: "4000 Revenue",
      },
      ...{ BREAKAGE_REVENUE: "4090 Breakage revenue", CONTRA_REVENUE: "4900 Credits and concessions" },
      ...{ TAX_PAYABLE: "2200 VAT payable", CUSTOMER_CREDIT: "2300 Customer credit", CASH: "1000 Bank" },
      ...{ BAD_DEBT: "6500 Bad debt", BAD_DEBT_RECOVERED: "6510 Bad debt recovered" },
    },
  });
}

/** Creates the tasks of each close from November 2025 on; none of them blocks a close. */
export async function enterCloseTasks(send: Send, ownerEmail: string): Promise<readonly string[]> {
  const fromMonth = "2025-11";
  const tasks = [
    {
      title: "Reconcile the bank",
      dueDays: 3,
      isRequired: false,
      instructions: "Statement balance against 1000 Bank.",
    },
    { title: "Ask sales for unsigned orders", dueDays: 2, isRequired: false },
    {
      title: "Review the deferred revenue roll-forward",
      dueDays: 5,
      isRequired: false,
      instructions: "Compare with the month before; explain what moved.",
    },
  ];
  const ids: string[] = [];
  for (const task of tasks) {
    ids.push((await send("POST", "/v3/month-end-close/task-templates", { ownerEmail, fromMonth, ...task })).id);
  }
  return ids;
}
