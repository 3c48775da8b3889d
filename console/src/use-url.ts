import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Search } from "./router-search.ts";

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
