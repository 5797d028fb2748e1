/** A page of PostgreSQL's files, as its own headers describe it (storage/bufpage.h). */

export const PAGE_BYTES = 8192
export const HEADER_BYTES = 24

const ITEM_BYTES = 4
const VALID_FLAGS = 0x7
const CHECKSUM_OFFSET = 8
const FLAGS_OFFSET = 10
const LOWER_OFFSET = 12
const UPPER_OFFSET = 14
const SPECIAL_OFFSET = 16

const zeros = Buffer.alloc(PAGE_BYTES)

export const isZero = (bytes: Uint8Array): boolean => zeros.equals(bytes)
export const checksumIn = (page: DataView): number => page.getUint16(CHECKSUM_OFFSET, true)
/** Where the part begins that belongs to the kind of index. */
export const specialOf = (page: DataView): number => page.getUint16(SPECIAL_OFFSET, true)

/** Whether its header can be one at all. */
export function isHeaderSane(page: DataView): boolean {
  const [lower, upper, special] = [LOWER_OFFSET, UPPER_OFFSET, SPECIAL_OFFSET].map((at) => page.getUint16(at, true))
  if (lower === undefined || upper === undefined || special === undefined) return false
  const isOrdered = HEADER_BYTES <= lower && lower <= upper && upper <= special && special <= PAGE_BYTES
  return isOrdered && special % 8 === 0 && (page.getUint16(FLAGS_OFFSET, true) & ~VALID_FLAGS) === 0
}

/** The offsets of its items, in their order. */
export function itemsOf(page: DataView): number[] {
  const count = (page.getUint16(LOWER_OFFSET, true) - HEADER_BYTES) / ITEM_BYTES
  return Array.from({ length: count }, (_, n) => page.getUint32(HEADER_BYTES + n * ITEM_BYTES, true) & 0x7fff)
}

/** A block number in the six bytes of a tuple identifier. */
export function blockAt(page: DataView, offset: number): number {
  return page.getUint16(offset, true) * 0x10000 + page.getUint16(offset + 2, true)
}
