import { DomainError, type Issue, invalidIssues } from "../../kernel/errors.ts";
import type { RouteDescription } from "./endpoint.ts";
import { checkedPathIds, checkedQuery } from "./request-checks.ts";
import { parseQuery, pathOf } from "./url-query.ts";

/**
 * A path with its query that returns a file, in the form of a URL, checked by the rules of its own endpoint as far as these need no
 * data.
 *
 * @throws DomainError VALIDATION_FAILED if it returns no file, or the endpoint would reject its ids or query
 */
export function downloadTarget(declared: readonly RouteDescription[], path: string): string {
  const url = /^\/v3(?:\.1)?\//.test(path) && !path.includes("#") ? URL.parse(path, "http://server") : null;
  const target = url === null ? "" : `${url.pathname}${url.search}`;
  const query = parseQuery(target);
  const found = endpointOf(declared, pathOf(target));
  if (query === undefined || found === undefined)
    throw noFile("path must be a path of the API to GET, with its query.");
  const { endpoint, params } = found;
  const checked = judged(() => {
    checkedPathIds(endpoint, params);
    return checkedQuery(endpoint, query, pathOf(target));
  });
  const format = checked.list?.format ?? (endpoint.alsoFiles === undefined ? undefined : checked.query.format);
  const isFile = endpoint.answersFile === true || format === "csv" || format === "xlsx";
  if (!isFile) throw noFile("path does not answer a file; add format=csv or format=xlsx to a list or a report.");
  return target;
}

function noFile(message: string) {
  return invalidIssues([{ path: "/path", code: "FORMAT", message }]);
}

/** Reports what the endpoint would reject as an issue of the path that was sent. */
function judged<Checked>(check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const issues = error.details.issues as readonly Issue[] | undefined;
    throw noFile(issues?.map(({ message }) => message).join(" ") ?? error.message);
  }
}

/** The endpoint of a path; if several match, the one with the fewest parameters. */
function endpointOf(declared: readonly RouteDescription[], path: string) {
  const found = declared
    .filter(({ method, access }) => method === "GET" && access === "read")
    .flatMap((endpoint) => {
      const params = paramsOf(endpoint.url, path);
      return params === undefined ? [] : [{ endpoint, params }];
    });
  return found.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, values] = [pattern.split("/"), path.split("/")];
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? "";
    if (name.startsWith(":")) params[name.slice(1)] = value;
    else if (name !== value) return undefined;
  }
  return params;
}
