import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { parseSearch, type Search } from "./router-search.ts";

/** The query of the address, and a change of some of it; `undefined` takes a name out. A change of filters starts at page 1. */
export function useUrl(): readonly [Search, (changes: Search, replace?: boolean) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = (changes: Search, replace = false) => {
    const page = "page" in changes ? {} : { page: undefined };
    void navigate({
      to: ".",
      search: (before: Search) => ({ ...before, ...page, ...changes }),
      replace,
      resetScroll: false,
    } as never);
  };
  return [search, change];
}

/** Opens an address of the console, like a click on its link. */
export function useGo(): (href: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (href) => {
      const [path = "/", query = ""] = href.split("?");
      void navigate({ to: path as string, search: parseSearch(query) as never });
    },
    [navigate],
  );
}
