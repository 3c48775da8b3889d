/** The movements of annual recurring revenue in a month, by column of the report: opening + movements = closing. */
export const movements = [
  { key: "new", name: "New", color: "var(--chart-recognized)" },
  { key: "reactivation", name: "Reactivation", color: "var(--chart-4)" },
  { key: "expansion", name: "Expansion", color: "var(--chart-billed)" },
  { key: "contraction", name: "Contraction", color: "var(--chart-deferred)" },
  { key: "churn", name: "Churn", color: "var(--chart-5)" },
] as const;
