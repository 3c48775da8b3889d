/**
 * What every answer tells a browser: nothing of it is guessed at, framed, or run as a script, and it is asked for by https alone from
 * then on. Pages that need more say so themselves, in the place of `content-security-policy`.
 *
 * The list is that of OWASP's Secure Headers Project. It is the same for every answer, so nothing is computed for one.
 */
export const securityHeaders = {
  "content-security-policy": "default-src 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
} as const;
