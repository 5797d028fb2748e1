/** Calls when runs or deliveries may have changed, by whichever process. @returns what ends it */
export type WatchChanges = (onChange: () => void) => Promise<() => Promise<void>>
