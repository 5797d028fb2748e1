import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { loadAuthorities } from '#net/dial.ts'
import type { Config } from '#server/settings/config.ts'
import { parseStorageAddress, type StorageAddress, storageForms } from '#storages/index.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'

/** Reads the address of a storage. @throws StartError */
export function storageAddress(text: string): StorageAddress {
  const address = parseStorageAddress(text)
  if (address === null) throw new StartError(`"${text}" is not a storage. Use ${storageForms}.`)
  return address
}

/** Where images are kept, as people name it: the folder, or the URL of the bucket. */
export const storagePlace = (config: Config): string => storageAddress(config.PICTABLE_STORAGE).place(config)

/** Opens the storage at an address, with the certificate authorities of the settings. */
export function openAddress(config: Config, address: StorageAddress): Promise<Storage> {
  return address.open({ ...config, authorities: loadAuthorities(config.PICTABLE_CA_FILE) })
}

/** Opens the storage at an address, by default the one that the settings name: it verifies what it reads. @throws StartError */
export async function openStorageAt(config: Config, address: string = config.PICTABLE_STORAGE): Promise<Storage> {
  return createVerifiedStorage(await openAddress(config, storageAddress(address)))
}
