import type { Screen } from "./screen.ts";
import { close } from "./screens/close/screen.ts";
import { contracts } from "./screens/contracts/screen.ts";
import { creditMemos } from "./screens/credit-memos/screen.ts";
import { customers } from "./screens/customers/screen.ts";
import { home } from "./screens/home/screen.ts";
import { invoices } from "./screens/invoices/screen.ts";
import { journal } from "./screens/journal/screen.ts";
import { payments } from "./screens/payments/screen.ts";
import { reports } from "./screens/reports/screen.ts";

/** Every screen below the shell, in the order of the alphabet. */
export const screens: readonly Screen[] = [
  close,
  contracts,
  creditMemos,
  customers,
  home,
  invoices,
  journal,
  payments,
  reports,
];
