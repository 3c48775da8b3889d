import type { Send } from "./scene.ts";

/** What Acme Cloud sells: product, category, SKU and price by a short name. */
const sold = {
  platform: { name: "Acme Platform", category: "Subscriptions", sku: "SKU-100", price: "24000.00" },
  workspace: { name: "Workspace seat", category: "Subscriptions", sku: "SKU-110", price: "540.00" },
  analytics: { name: "Analytics", category: "Subscriptions", sku: "SKU-120", price: "14400.00" },
  support: { name: "Premium support", category: "Support", sku: "SKU-200", price: "6000.00" },
  onboarding: { name: "Onboarding", category: "Onboarding", sku: "SKU-300", price: "4800.00" },
  services: { name: "Professional services", category: "Professional services", sku: "SKU-310", price: "1600.00" },
  licence: { name: "On-premises licence", category: "Licences", sku: "SKU-400", price: "30000.00" },
  calls: { name: "API calls", category: "Usage", sku: "SKU-500", price: "0.01" },
  storage: { name: "Object storage", category: "Usage", sku: "SKU-510", price: "0.12" },
} as const;

export type Sold = keyof typeof sold;

const accounts = {
  Subscriptions: "4010 Subscription revenue",
  Usage: "4020 Usage revenue",
  Support: "4030 Support revenue",
  Onboarding: "4040 Onboarding revenue",
  "Professional services": "4050 Services revenue",
  Licences: "4060 Licence revenue",
} as const;

export type Catalog = {
  /** The ids of the product and of its revenue category. */
  readonly of: (name: Sold) => { readonly productId: string; readonly categoryId: string };
  readonly itemOf: (name: Sold) => string;
  readonly calls: string;
  readonly storage: string;
};

export async function enterCatalog(send: Send): Promise<Catalog> {
  const categories = new Map<string, string>();
  for (const [name, revenueAccount] of Object.entries(accounts)) {
    categories.set(name, (await send("POST", "/v3/categories", { name, revenueAccount })).id);
  }
  const products = new Map<string, { productId: string; categoryId: string; itemId: string }>();
  for (const [key, { name, category, sku, price }] of Object.entries(sold)) {
    const categoryId = categories.get(category) ?? "";
    const externalIds = [{ sourceType: "ERP_A", externalId: sku }];
    const { id: itemId } = await send("POST", "/v3/items", { name, externalIds });
    const standaloneSellingPrices = ["USD", "EUR"].map((currency) => ({
      ...{ currency, amount: price, validFrom: "2024-01-01" },
    }));
    const product = { name, itemId, categoryId, standaloneSellingPrices };
    products.set(key, { productId: (await send("POST", "/v3/products", product)).id, categoryId, itemId });
  }
  const { id: calls } = await send("POST", "/v3/events/types", { name: "API call", unitName: "calls" });
  const stored = { name: "Stored data", aggregation: "MAX", unitName: "GB" };
  const { id: storage } = await send("POST", "/v3/events/types", stored);
  const known = (name: Sold) => products.get(name) ?? { productId: "", categoryId: "", itemId: "" };
  return {
    of: (name) => ({ productId: known(name).productId, categoryId: known(name).categoryId }),
    itemOf: (name) => known(name).itemId,
    calls,
    storage,
  };
}
