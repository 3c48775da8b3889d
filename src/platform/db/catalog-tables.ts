import type { Int8, Tenant, Timestamps } from "./column-types.ts";

export type ProductTable = Tenant &
  Timestamps & {
    id: string;
    name: string;
    display_name: string | null;
    status: "ACTIVE" | "INACTIVE";
    description: string | null;
    item_id: string | null;
    erp_class_id: string | null;
    category_id: string | null;
    recognition_pattern: string | null;
    tax_category: string;
  };

/** The tables of the catalog, by name. */
export type CatalogTables = {
  category: Tenant &
    Timestamps & {
      id: string;
      name: string;
      name_key: string;
      revenue_account: string | null;
      contract_liability_account: string | null;
      deleted_at: string | null;
    };
  erp_class: Tenant & Timestamps & { id: string; external_id: string; name: string };
  custom_field: Tenant & Timestamps & { id: string; external_id: string; name: string; applies_to: string };
  item: Tenant & Timestamps & { id: string; name: string; display_name: string | null; tax_category: string };
  item_external_id: Tenant & { item_id: string; source_type: string; external_id: string };
  product: ProductTable;
  standalone_selling_price: Tenant & {
    product_id: string;
    currency: string;
    valid_from: string;
    amount_minor: Int8;
  };
  event_type: Tenant &
    Timestamps & {
      id: string;
      name: string;
      aggregation: string;
      unit_name: string | null;
      display_type: string | null;
    };
};
