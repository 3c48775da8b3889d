import { Link as RouterLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { parseSearch } from "../router-search.ts";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  readonly href: string;
  readonly ref?: Ref<HTMLAnchorElement>;
};

/** A link to an address of `doors.ts`. */
export function Link({ href, ...rest }: Props) {
  const [path = "/", query = ""] = href.split("?");
  return <RouterLink to={path as string} search={parseSearch(query) as never} {...rest} />;
}
