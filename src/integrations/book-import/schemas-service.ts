import { Type } from "typebox";
import { CreateBillingTermBody } from "../../api/schemas/billing-term-bodies.ts";
import { CreateCategoryBody } from "../../api/schemas/categories.ts";
import { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import { ContractHeaderBody } from "../../api/schemas/contracts.ts";
import { CreateCustomerBody } from "../../api/schemas/customers.ts";
import { CreateEventTypeBody } from "../../api/schemas/event-types.ts";
import { CreateEventBody } from "../../api/schemas/events.ts";
import { CreateItemBody } from "../../api/schemas/items.ts";
import { CreateObligationBody } from "../../api/schemas/obligation-bodies.ts";
import { CreateOpeningBody } from "../../api/schemas/openings.ts";
import { CreateProductBody } from "../../api/schemas/products.ts";
import { PobPart } from "../../api/schemas/whole-contracts.ts";
import { Closed } from "../../platform/http/wire.ts";
import type { Kind } from "./kind.ts";

/** Contracts with the one field that a header has not: whether one without an opening is approved. */
export const BookContract = Closed({ ...ContractHeaderBody.properties, approve: Type.Optional(Type.Boolean()) });

/** What a row of each kind says: the body of the request that creates one. Classes and custom fields are checked as files are. */
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
  openings: CreateOpeningBody,
  "usage-totals": CreateEventBody,
} as const satisfies Readonly<Record<Kind, object>>;
