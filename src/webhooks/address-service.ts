import { lookup, Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { invalidIssues } from "../kernel/errors.ts";

/** Rules for addresses: hosts that the operator allows, and how names are resolved. */
export type AddressRules = {
  /** Hosts, or hosts with a port, that may have any address and use http. */
  readonly allowed: readonly string[];
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
};

/** A URL, and the checked IP address to connect to. */
export type CheckedAddress = { readonly url: URL; readonly address: string };

/** @throws DomainError WEBHOOK_URL_FORBIDDEN, always with the same message, so that it reveals nothing about the internal network */
export async function checkAddress(text: string, rules: AddressRules): Promise<CheckedAddress> {
  const checked = await checkedAddress(text, rules);
  if (checked !== undefined) return checked;
  const message =
    "url must be https on port 443 or 8443 of a host with a public address, without user name; " +
    "the operator of the server can allow others (ACCORD_WEBHOOK_ALLOW).";
  throw invalidIssues([{ path: "/url", code: "WEBHOOK_URL_FORBIDDEN", message }], "WEBHOOK_URL_FORBIDDEN");
}

/** The checked address of a URL; undefined if it must not be called. */
export async function checkedAddress(text: string, rules: AddressRules): Promise<CheckedAddress | undefined> {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return undefined;
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const isAllowed = rules.allowed.includes(url.hostname) || rules.allowed.includes(url.host);
  if (url.protocol !== "https:" && !(isAllowed && url.protocol === "http:")) return undefined;
  if (!isAllowed && !["", "8443"].includes(url.port)) return undefined;
  const resolve = rules.resolve ?? (isAllowed ? localAddresses : publicAddresses);
  const addresses = isIP(hostname) === 0 ? await resolve(hostname).catch(() => []) : [hostname];
  const [address] = addresses;
  if (address === undefined || (!isAllowed && !addresses.every(isPublic))) return undefined;
  return { url, address };
}

/** The addresses of a host that the operator allows, as resolved by the machine, for example from its hosts file. */
async function localAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

const nameServers = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * The addresses of a host as resolved by name servers, IPv4 first. The resolver of the machine would occupy one of the few threads that files and
 * passwords need as well while a name server does not respond, and any user can choose a host with such a name server.
 */
export async function publicAddresses(hostname: string, resolver = nameServers): Promise<string[]> {
  // A name without a dot belongs to a local network.
  if (!hostname.includes(".")) return [];
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

const special = new BlockList();
// IANA registries of special addresses.
for (const range of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]) {
  const [network = "", bits] = range.split("/");
  special.addSubnet(network, Number(bits), "ipv4");
}
for (const range of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]) {
  const [network = "", bits] = range.split("/");
  special.addSubnet(network, Number(bits), "ipv6");
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** True for addresses of the public internet. Of IPv6 only global unicast addresses are public, and IPv4 addresses within IPv6 are not. */
function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}
