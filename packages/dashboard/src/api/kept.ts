/** Text that the browser keeps by a key. One without room, or without storage, keeps nothing. */
function keptIn(storage: () => Storage) {
  return {
    get(key: string): string | null {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    /** @param text null: forgets it */
    set(key: string, text: string | null): void {
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
      } catch {
        // What is done goes on without.
      }
    },
    keys(): readonly string[] {
      try {
        return Object.keys(storage())
      } catch {
        return []
      }
    },
  }
}

/** From visit to visit. */
export const kept = keptIn(() => localStorage)

/** As long as the tab is open. */
export const keptInTab = keptIn(() => sessionStorage)
