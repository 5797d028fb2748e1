/** SHA-256, as lower-case hex. */
export interface Digest {
  sha256(data: string | Uint8Array): string
}
