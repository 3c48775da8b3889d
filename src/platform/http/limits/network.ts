/** The network that counts as one address: for IPv6 the first 64 bits, because one machine may have all addresses of such a network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [front = "", back] = address.split("::");
  const before = front === "" ? [] : front.split(":");
  const after = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after].slice(0, 4).join(":");
}
