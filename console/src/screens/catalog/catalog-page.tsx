import { lazy } from "react";
import { Page } from "../../parts/page.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";

const Products = lazy(() => import("./tabs/products-tab.tsx"));
const Items = lazy(() => import("./tabs/items-tab.tsx"));
const Categories = lazy(() => import("./tabs/categories-tab.tsx"));
const EventTypes = lazy(() => import("./tabs/event-types-tab.tsx"));
const Classes = lazy(() => import("./tabs/classes-tab.tsx"));
const CustomFields = lazy(() => import("./tabs/custom-fields-tab.tsx"));

const tabs = [
  { id: "products", title: "Products and prices", show: () => <Products /> },
  { id: "categories", title: "Revenue categories", show: () => <Categories /> },
  { id: "items", title: "Items", show: () => <Items /> },
  { id: "event-types", title: "Usage event types", show: () => <EventTypes /> },
  { id: "classes", title: "Classes", show: () => <Classes /> },
  { id: "custom-fields", title: "Custom fields", show: () => <CustomFields /> },
];

/** What is sold, and where its revenue goes. */
export default function CatalogPage() {
  return (
    <Page title="Catalog">
      <UrlTabs label="Parts of the catalog" tabs={tabs} />
    </Page>
  );
}
