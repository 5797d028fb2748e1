/** The bytes at an address. */
export async function fetchBytes(address: string, options: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} returned ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
