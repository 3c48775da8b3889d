import type { FastifyInstance } from "fastify";
import { openPdfRenderer, type PdfRenderer } from "../invoicing/document/pdf.ts";
import type { OidcProvider } from "../platform/auth/oidc.ts";
import { describeApi } from "../platform/http/document/published-document.ts";
import { noPaymentMethodQueue, type PaymentMethodQueue } from "../platform/jobs/payment-method-queue.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { version } from "../platform/version.ts";
import { openXlsxWriter, type XlsxWriter } from "../reports/xlsx.ts";
import type { AddressRules } from "../webhooks/address-service.ts";
import { registerAdjustmentRoutes } from "./adjustments.ts";
import { registerTermAmendmentRoutes } from "./amendments.ts";
import { apiDescription } from "./api-description.ts";
import { registerApiKeyRoutes } from "./api-keys.ts";
import { registerApprovalPolicyRoutes } from "./approval-policies.ts";
import { registerAuditLogRoutes } from "./audit-log.ts";
import { registerBillingTermGroupRoutes } from "./billing-term-groups.ts";
import { registerBillingTermRoutes } from "./billing-terms.ts";
import { registerBookImportRoutes } from "./book-imports.ts";
import { registerBulkChangeRoutes } from "./bulk-changes.ts";
import { registerCategoryRoutes } from "./categories.ts";
import { registerChangeRequestRoutes } from "./change-requests.ts";
import { registerChartOfAccountsRoutes } from "./chart-of-accounts.ts";
import { registerClassRoutes } from "./classes.ts";
import { registerCloseChangesRoutes } from "./close-changes.ts";
import { registerCloseHoldRoutes } from "./close-holds.ts";
import { registerCloseLockRoutes } from "./close-locks.ts";
import { registerClosePackageRoutes } from "./close-packages.ts";
import { registerCloseTaskRoutes } from "./close-tasks.ts";
import { registerCommitmentScheduleRoutes } from "./commitment-schedules.ts";
import { registerCommitmentStepRoutes } from "./commitment-steps.ts";
import { registerCommitmentRoutes } from "./commitments.ts";
import { registerConsolidatedInvoiceRoutes } from "./consolidated-invoices.ts";
import { registerContactRoutes } from "./contacts.ts";
import { registerContractFileRoutes } from "./contract-files.ts";
import { registerContractMetadataRoutes } from "./contract-metadata.ts";
import { registerContractRoutes } from "./contracts.ts";
import { registerCreditMemoRoutes } from "./credit-memos.ts";
import { registerCustomFieldRoutes } from "./custom-fields.ts";
import { registerCustomerRoutes } from "./customers.ts";
import { registerDiscountAllocationRoutes } from "./discount-allocations.ts";
import { registerDownloadRoutes } from "./downloads.ts";
import { registerEventTypeRoutes } from "./event-types.ts";
import { registerEventRoutes } from "./events.ts";
import { registerEventsFeedRoutes } from "./events-feed.ts";
import { registerInvoiceScheduleRoutes } from "./invoice-schedule.ts";
import { registerInvoiceRoutes } from "./invoices.ts";
import { registerItemRoutes } from "./items.ts";
import { registerJobRoutes } from "./jobs.ts";
import { registerJournalEntryRoutes } from "./journal-entries.ts";
import { registerJournalExportRoutes } from "./journal-exports.ts";
import { listSheets } from "./list-sheet.ts";
import { registerMerchantRoutes } from "./merchant.ts";
import { registerModificationRoutes } from "./modifications.ts";
import { registerMonthEndCloseRoutes } from "./month-end-close.ts";
import { registerObligationRoutes } from "./obligations.ts";
import { registerOpeningRoutes } from "./openings.ts";
import { registerOverviewRoutes } from "./overview.ts";
import { registerPaymentAccountRoutes } from "./payment-accounts.ts";
import { registerPaymentRoutes } from "./payments.ts";
import { registerPerformanceObligationRoutes } from "./performance-obligations.ts";
import { registerProFormaRoutes } from "./pro-formas.ts";
import { registerProductRoutes } from "./products.ts";
import { registerReportRoutes } from "./reports.ts";
import { registerRequestLogRoutes } from "./request-log.ts";
import { registerRevenueRoutes } from "./revenue.ts";
import { registerRevenueScheduleRoutes } from "./revenue-schedules.ts";
import { registerSavedViewRoutes } from "./saved-views.ts";
import { registerSearchRoutes } from "./search.ts";
import { registerSeatAmendmentRoutes } from "./seat-amendments.ts";
import { registerSessionRoutes } from "./session.ts";
import { registerOidcRoutes } from "./session-oidc.ts";
import { registerStandaloneSellingPriceRoutes } from "./standalone-selling-prices.ts";
import { registerSyncRoutes } from "./sync.ts";
import { registerTestClockRoutes } from "./test-clock.ts";
import { registerTrialBalanceRoutes } from "./trial-balance.ts";
import { registerUsageStatementRoutes } from "./usage-statement.ts";
import { registerUserRoutes } from "./users.ts";
import { registerWebhookDeliveryRoutes } from "./webhook-deliveries.ts";
import { registerWebhookEndpointRoutes } from "./webhook-endpoints.ts";
import { registerWebhookEventTypeRoutes } from "./webhook-event-types.ts";

/** What endpoints use besides the database. */
export type Ports = {
  readonly paymentMethods: PaymentMethodQueue;
  readonly pdf: PdfRenderer;
  readonly xlsx: XlsxWriter;
  readonly addresses: AddressRules;
  /** The URL at which people reach the server, if it differs from the one in their requests. */
  readonly publicUrl?: string | undefined;
  /** The provider with which people may sign in. */
  readonly oidc?: { readonly provider: OidcProvider; readonly publicUrl: string | undefined } | undefined;
};

/** Every endpoint under `/v3` and `/v3.1`. */
export function registerRoutes(
  app: FastifyInstance,
  platform: WritingPlatform,
  { paymentMethods, pdf, xlsx, addresses, oidc, publicUrl }: Ports = {
    paymentMethods: noPaymentMethodQueue,
    pdf: openPdfRenderer(),
    xlsx: openXlsxWriter(),
    addresses: { allowed: [] },
  },
): void {
  describeApi(app, apiDescription, version);
  app.decorate("writeSheet", listSheets(platform, xlsx));
  registerSessionRoutes(app, platform);
  if (oidc !== undefined) registerOidcRoutes(app, platform, oidc);
  registerCategoryRoutes(app, platform);
  registerClassRoutes(app, platform);
  registerCustomFieldRoutes(app, platform);
  registerItemRoutes(app, platform);
  registerProductRoutes(app, platform);
  registerStandaloneSellingPriceRoutes(app, platform);
  registerCustomerRoutes(app, platform);
  registerContactRoutes(app, platform);
  registerPaymentAccountRoutes(app, platform, paymentMethods);
  registerContractRoutes(app, platform);
  registerContractFileRoutes(app, platform);
  registerContractMetadataRoutes(app, platform);
  registerDiscountAllocationRoutes(app, platform);
  registerOpeningRoutes(app, platform);
  registerBillingTermRoutes(app, platform);
  registerSeatAmendmentRoutes(app, platform);
  registerTermAmendmentRoutes(app, platform);
  registerBillingTermGroupRoutes(app, platform);
  registerObligationRoutes(app, platform);
  registerPerformanceObligationRoutes(app, platform);
  registerModificationRoutes(app, platform);
  registerEventTypeRoutes(app, platform);
  registerEventRoutes(app, platform);
  registerUsageStatementRoutes(app, platform);
  registerCommitmentRoutes(app, platform);
  registerCommitmentScheduleRoutes(app, platform);
  registerCommitmentStepRoutes(app, platform);
  registerInvoiceScheduleRoutes(app, platform);
  registerProFormaRoutes(app, platform, pdf);
  registerInvoiceRoutes(app, platform, pdf);
  registerConsolidatedInvoiceRoutes(app, platform, pdf);
  registerCreditMemoRoutes(app, platform, pdf);
  registerPaymentRoutes(app, platform);
  registerAdjustmentRoutes(app, platform);
  registerBulkChangeRoutes(app, platform);
  registerRevenueScheduleRoutes(app, platform);
  registerMonthEndCloseRoutes(app, platform);
  registerCloseChangesRoutes(app, platform);
  registerCloseHoldRoutes(app, platform);
  registerCloseLockRoutes(app, platform);
  registerClosePackageRoutes(app, platform);
  registerCloseTaskRoutes(app, platform);
  registerBookImportRoutes(app, platform);
  registerJournalEntryRoutes(app, platform);
  registerChartOfAccountsRoutes(app, platform);
  registerJournalExportRoutes(app, platform, xlsx);
  registerSyncRoutes(app, platform);
  registerTrialBalanceRoutes(app, platform, xlsx);
  registerReportRoutes(app, platform, xlsx);
  registerRevenueRoutes(app, platform);
  registerOverviewRoutes(app, platform);
  registerSearchRoutes(app, platform);
  registerDownloadRoutes(app, platform, publicUrl);
  registerMerchantRoutes(app, platform, pdf);
  registerUserRoutes(app, platform);
  registerApiKeyRoutes(app, platform);
  registerSavedViewRoutes(app, platform);
  registerApprovalPolicyRoutes(app, platform);
  registerChangeRequestRoutes(app, platform);
  registerAuditLogRoutes(app, platform);
  registerRequestLogRoutes(app, platform);
  registerEventsFeedRoutes(app, platform);
  registerWebhookEventTypeRoutes(app);
  registerWebhookEndpointRoutes(app, platform, addresses);
  registerWebhookDeliveryRoutes(app, platform);
  registerJobRoutes(app, platform);
  registerTestClockRoutes(app, platform);
}
