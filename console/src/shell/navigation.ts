import {
  IconAdjustments,
  IconBook2,
  IconBuildingStore,
  IconChartBar,
  IconCode,
  IconCreditCardPay,
  IconFileCertificate,
  IconFileInvoice,
  IconGauge,
  IconHome,
  IconInbox,
  IconListCheck,
  IconLock,
  IconPackage,
  IconReceiptRefund,
  IconTableImport,
  IconTimeline,
  IconUsers,
} from "@tabler/icons-react";
import { paths } from "../paths.ts";

export type Place = {
  readonly title: string;
  readonly href: string;
  readonly icon: typeof IconHome;
  /** The key that goes here after G. */
  readonly key?: string;
  /** True if only sandboxes have it. */
  readonly isOfSandbox?: true;
  /** Synonyms for the search. */
  readonly words?: string;
};

export type PlaceGroup = { readonly title?: string; readonly places: readonly Place[] };

/** Where one can go, in the order of the sidebar. */
export const navigation: readonly PlaceGroup[] = [
  {
    places: [
      { title: "Home", href: paths.home(), icon: IconHome, key: "h" },
      { title: "Approvals", href: paths.approvals(), icon: IconInbox, key: "a", words: "change requests inbox" },
    ],
  },
  {
    title: "Contracts",
    places: [
      { title: "Contracts", href: paths.contracts(), icon: IconFileCertificate, key: "c" },
      { title: "Customers", href: paths.customers(), icon: IconUsers, key: "u" },
      {
        title: "Usage",
        href: paths.usage(),
        icon: IconGauge,
        key: "e",
        words: "commitments events burn-down overage",
      },
    ],
  },
  {
    title: "Billing",
    places: [
      { title: "Invoices", href: paths.invoices(), icon: IconFileInvoice, key: "i" },
      { title: "Payments", href: paths.payments(), icon: IconCreditCardPay, key: "p" },
      { title: "Credit memos", href: paths.creditMemos(), icon: IconReceiptRefund, key: "m" },
    ],
  },
  {
    title: "Revenue",
    places: [
      {
        title: "Reports",
        href: paths.report("waterfall"),
        icon: IconChartBar,
        key: "r",
        words: "waterfall deferred revenue",
      },
      { title: "Journal", href: paths.journal(), icon: IconBook2, key: "j", words: "entries ledger" },
      { title: "Close", href: paths.close(), icon: IconLock, key: "l", words: "month end reopen" },
    ],
  },
  {
    title: "Set-up",
    places: [
      { title: "Catalog", href: paths.catalog(), icon: IconPackage, key: "k", words: "products items categories" },
      { title: "Import", href: paths.imports(), icon: IconTableImport, words: "csv" },
      {
        title: "Developers",
        href: paths.developers(),
        icon: IconCode,
        key: "d",
        words: "api keys webhooks request log",
      },
      { title: "Jobs", href: paths.jobs(), icon: IconListCheck },
      { title: "Audit log", href: paths.auditLog(), icon: IconTimeline, words: "history who did what" },
      {
        title: "Settings",
        href: paths.settings(),
        icon: IconAdjustments,
        key: "s",
        words: "merchant people taxes accounts",
      },
      {
        title: "Sandbox clock",
        href: paths.sandbox(),
        icon: IconBuildingStore,
        isOfSandbox: true,
        words: "time advance",
      },
    ],
  },
];

export const places: readonly Place[] = navigation.flatMap((group) => group.places);
