/**
 * Headers of every answer: browsers must not guess its type, frame it or run it as a script, and must use https from then on. Pages
 * that need more override `content-security-policy`.
 *
 * The list is that of OWASP's Secure Headers Project. It is the same for every answer, so nothing is computed per request.
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
