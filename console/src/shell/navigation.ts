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
import { doors } from "../doors.ts";

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
      { title: "Home", href: doors.home(), icon: IconHome, key: "h" },
      { title: "Approvals", href: doors.approvals(), icon: IconInbox, key: "a", words: "change requests inbox" },
    ],
  },
  {
    title: "Contracts",
    places: [
      { title: "Contracts", href: doors.contracts(), icon: IconFileCertificate, key: "c" },
      { title: "Customers", href: doors.customers(), icon: IconUsers, key: "u" },
      {
        title: "Usage",
        href: doors.usage(),
        icon: IconGauge,
        key: "e",
        words: "commitments events burn-down overage",
      },
    ],
  },
  {
    title: "Billing",
    places: [
      { title: "Invoices", href: doors.invoices(), icon: IconFileInvoice, key: "i" },
      { title: "Payments", href: doors.payments(), icon: IconCreditCardPay, key: "p" },
      { title: "Credit memos", href: doors.creditMemos(), icon: IconReceiptRefund, key: "m" },
    ],
  },
  {
    title: "Revenue",
    places: [
      {
        title: "Reports",
        href: doors.report("waterfall"),
        icon: IconChartBar,
        key: "r",
        words: "waterfall deferred revenue",
      },
      { title: "Journal", href: doors.journal(), icon: IconBook2, key: "j", words: "entries ledger" },
      { title: "Close", href: doors.close(), icon: IconLock, key: "l", words: "month end reopen" },
    ],
  },
  {
    title: "Set-up",
    places: [
      { title: "Catalog", href: doors.catalog(), icon: IconPackage, key: "k", words: "products items categories" },
      { title: "Import", href: doors.imports(), icon: IconTableImport, words: "csv" },
      {
        title: "Developers",
        href: doors.developers(),
        icon: IconCode,
        key: "d",
        words: "api keys webhooks request log",
      },
      { title: "Jobs", href: doors.jobs(), icon: IconListCheck },
      { title: "Audit log", href: doors.auditLog(), icon: IconTimeline, words: "history who did what" },
      {
        title: "Settings",
        href: doors.settings(),
        icon: IconAdjustments,
        key: "s",
        words: "merchant people taxes accounts",
      },
      {
        title: "Sandbox clock",
        href: doors.sandbox(),
        icon: IconBuildingStore,
        isOfSandbox: true,
        words: "time advance",
      },
    ],
  },
];

export const places: readonly Place[] = navigation.flatMap((group) => group.places);
