import type { Screen } from "./screen.ts";
import { approvals } from "./screens/approvals/screen.ts";
import { auditLog } from "./screens/audit-log/screen.ts";
import { catalog } from "./screens/catalog/screen.ts";
import { close } from "./screens/close/screen.ts";
import { contracts } from "./screens/contracts/screen.ts";
import { creditMemos } from "./screens/credit-memos/screen.ts";
import { customers } from "./screens/customers/screen.ts";
import { developers } from "./screens/developers/screen.ts";
import { home } from "./screens/home/screen.ts";
import { imports } from "./screens/imports/screen.ts";
import { invoices } from "./screens/invoices/screen.ts";
import { jobs } from "./screens/jobs/screen.ts";
import { journal } from "./screens/journal/screen.ts";
import { payments } from "./screens/payments/screen.ts";
import { reports } from "./screens/reports/screen.ts";
import { sandbox } from "./screens/sandbox/screen.ts";
import { settings } from "./screens/settings/screen.ts";
import { usage } from "./screens/usage/screen.ts";

/** Every screen below the shell, in the order of the alphabet. */
export const screens: readonly Screen[] = [
  approvals,
  auditLog,
  catalog,
  close,
  contracts,
  creditMemos,
  customers,
  developers,
  home,
  imports,
  invoices,
  jobs,
  journal,
  payments,
  reports,
  sandbox,
  settings,
  usage,
];
