import { Tabs } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { useUrl } from "../use-url.ts";
import classes from "./url-tabs.module.css";
import { useChosenInView } from "./use-chosen-in-view.ts";
import { Waiting } from "./waiting.tsx";

export type Tab = {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly show: () => ReactNode;
};

/** Tabs whose choice is in the address. Only the one that is looked at is loaded. */
export function UrlTabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [{ tab }, change] = useUrl();
  const chosen = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const list = useChosenInView<HTMLDivElement>(chosen?.id);
  const choose = (id: string | null) =>
    change({ tab: id === tabs[0]?.id ? undefined : (id ?? undefined), sort: undefined }, true);
  return (
    <Tabs value={chosen?.id ?? null} onChange={choose} keepMounted={false}>
      <Tabs.List ref={list} aria-label={label} className={classes.list}>
        {tabs.map(({ id, title, count }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
            {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, show }) => (
        <Tabs.Panel key={id} value={id} className={classes.panel}>
          <Suspense fallback={<Waiting />}>{id === chosen?.id && show()}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
