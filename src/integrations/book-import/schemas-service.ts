import { Type } from "typebox";
import { CreateBillingTermBody, PatchBillingTermBody } from "../../api/schemas/billing-term-bodies.ts";
import { CreateCategoryBody } from "../../api/schemas/categories.ts";
import { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import { ContractHeaderBody } from "../../api/schemas/contracts.ts";
import { CreateCustomerBody } from "../../api/schemas/customers.ts";
import { CreateDiscountAllocationBody } from "../../api/schemas/discount-allocations.ts";
import { CreateEventTypeBody } from "../../api/schemas/event-types.ts";
import { CreateEventBody } from "../../api/schemas/events.ts";
import { CreateItemBody } from "../../api/schemas/items.ts";
import { MilestoneBody } from "../../api/schemas/milestones.ts";
import { CreateObligationBody } from "../../api/schemas/obligation-bodies.ts";
import { CustomRevenueBody } from "../../api/schemas/obligation-updates.ts";
import { CreateOpeningBody } from "../../api/schemas/openings.ts";
import { CreateProductBody } from "../../api/schemas/products.ts";
import { CreateSeatAmendmentBody } from "../../api/schemas/seat-amendments.ts";
import { PobPart } from "../../api/schemas/whole-contracts.ts";
import { CivilDate, Closed, Uuid } from "../../platform/http/wire.ts";
import type { Kind } from "./kind.ts";

/** A contract's header plus `approve`: whether a contract without an opening is approved. */
export const BookContract = Closed({ ...ContractHeaderBody.properties, approve: Type.Optional(Type.Boolean()) });

const { pricingType, pricing, tierBoundary, packageSize, minimumPackages, quantity, discounts, ...terms } =
  PatchBillingTermBody.properties;
const { escalator, minimumAmount, maximumAmount } = terms;

/** The price of a term from a day on, with the fields of an update of a term; a field left out keeps its value. */
export const BookPrice = Closed({
  ...{ billingTermId: Uuid(), effectiveDate: CivilDate() },
  ...{ pricingType, pricing, tierBoundary, packageSize, minimumPackages, quantity, discounts },
  ...{ escalator, minimumAmount, maximumAmount },
});

/** A change of seats, with its term. */
export const BookSeatAmendment = Closed({ ...CreateSeatAmendmentBody.properties, billingTermId: Uuid() });

/** A milestone that was reached, with its term. */
export const BookMilestone = Closed({ ...MilestoneBody.properties, billingTermId: Uuid() });

/** Revenue of months of an obligation, set by hand instead of by its pattern. */
export const BookCustomRevenue = Closed({ performanceObligationId: Uuid(), customRevenue: CustomRevenueBody });

/**
 * The schema of each kind's rows: the body of the request that creates one. Classes and custom fields are checked like uploaded files
 * instead.
 */
export const schemas = {
  classes: Closed({}),
  "custom-fields": Closed({}),
  categories: CreateCategoryBody,
  items: CreateItemBody,
  "event-types": CreateEventTypeBody,
  products: CreateProductBody,
  customers: CreateCustomerBody,
  contracts: BookContract,
  "billing-terms": CreateBillingTermBody,
  obligations: CreateObligationBody,
  "performance-obligations": PobPart,
  commitments: CommitmentBody,
  prices: BookPrice,
  "seat-amendments": BookSeatAmendment,
  milestones: BookMilestone,
  "custom-revenue": BookCustomRevenue,
  "discount-allocations": CreateDiscountAllocationBody,
  openings: CreateOpeningBody,
  "usage-totals": CreateEventBody,
} as const satisfies Readonly<Record<Kind, object>>;
