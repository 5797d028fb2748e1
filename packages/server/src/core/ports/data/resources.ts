import type { Listing, ListOptions } from '#core/ports/data/page.ts'

/** What every kept thing with an id can do. */
export interface Resources<Item extends { id: string }, Filter = object> {
  get(id: string): Promise<Item | null>
  list(options: ListOptions & Filter): Promise<Listing<Item>>
  insert(item: Item): Promise<void>
}

/** Things that change: `revision` guards against lost updates. */
export interface EditableResources<Item extends { id: string; revision: number }, Filter = object>
  extends Resources<Item, Filter> {
  /** Saves the item if the stored one still has `item.revision`, as revision + 1. @returns what is stored now, or null when someone was faster */
  update(item: Item): Promise<Item | null>
  /** @throws AppError `conflict` when something still uses it @returns whether it was there */
  delete(id: string): Promise<boolean>
}
