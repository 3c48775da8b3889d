// Version 1.0.0 of the interface marks these operations as deprecated from the start: 2026-01-01T00:00:00Z.
const deprecatedSince = 1_767_225_600;

/**
 * Headers of an answer that a newer endpoint also gives: since when it is deprecated (RFC 9745, a date as in RFC 9651) and the URL
 * of its successor (RFC 5829). It keeps working; no sunset date is set.
 */
export function deprecatedFor(successor: string): Readonly<Record<string, string>> {
  return { deprecation: `@${deprecatedSince}`, link: `<${successor}>; rel="successor-version"` };
}
