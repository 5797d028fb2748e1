/** A piece of a list, newest first unless said otherwise. `after` is the last item's `next` of the piece before. */
export interface ListOptions {
  limit: number
  after?: string
}

export interface Listing<Item> {
  results: Item[]
  /** Opaque; null at the end. */
  next: string | null
}
