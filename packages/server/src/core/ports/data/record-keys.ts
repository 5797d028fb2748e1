import type { ImageFile } from '#core/image/image.ts'

/** What a stable URL of an action knows a record by. */
export interface RecordKey {
  recordId: string
  /** What people know the record by. */
  label: string
  key: string
  /** The key as it is in the URL; '' for one that makes none. */
  slug: string
  /** Sorts by the time at which the record got the slug. */
  since: string
}

/** A record whose key leads to another record. */
export interface DuplicateKey {
  key: string
  slug: string
  record: { id: string; label: string }
  /** The one that the URL leads to. */
  first: { id: string; label: string; key: string }
}

/** A key with the files of the newest images of its record, by the keys of their outputs: of those that have one at present. */
export interface KeyedImages {
  key: string
  slug: string
  images: readonly { output: string; files: readonly ImageFile[] }[]
}

export interface RecordKeyData {
  /**
   * Stores the keys of records that have images. A record that has the same slug as before keeps its place. Records that
   * have no image any more, were deleted from the table or are not listed by the run `listedBy` lose theirs when another has
   * their slug.
   * @returns the ids of those whose slug leads to another record
   */
  claim(actionId: string, keys: readonly RecordKey[], listedBy?: string | null): Promise<Set<string>>
  /** Records that the run did not list lose their keys to those that it listed, and keys that make no URL. */
  deleteUnlisted(actionId: string, listedBy: string): Promise<void>
  /** The slugs of these records, as far as they have keys; '' for a key that makes none. */
  slugs(actionId: string, recordIds: readonly string[]): Promise<Map<string, string>>
  /** The id of the newest image at a slug; `output` as in `Output`. */
  findImage(actionId: string, at: { slug: string; output: string }): Promise<string | null>
  /** Any slug of the action, for an example. */
  someSlug(actionId: string): Promise<string | null>
  /** In the order of the slugs, each once. */
  page(
    actionId: string,
    page: { after: string; limit: number },
  ): Promise<{ results: KeyedImages[]; next: string | null }>
  duplicates(actionId: string, limit: number): Promise<DuplicateKey[]>
  /** Records whose key makes no URL. */
  withoutSlug(actionId: string, limit: number): Promise<{ id: string; label: string }[]>
  /** For an action that was deleted, or whose keys are of another field now. */
  deleteOf(actionId: string): Promise<void>
  /** Deletes keys that a crash left behind when their action was deleted. */
  deleteOfGoneActions(): Promise<void>
}
