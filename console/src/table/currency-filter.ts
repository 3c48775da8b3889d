import type { Filter } from "./filters.ts";

/** Rows of one currency: three letters, taken once there are three. */
export const currencyFilter: Filter = {
  kind: "typed",
  name: "currency",
  field: "currency",
  under: "Currency",
  label: "such as USD",
  read: (text) => (/^[a-z]{3}$/i.test(text.trim()) ? text.trim().toUpperCase() : ""),
};
