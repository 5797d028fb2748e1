import { randomUUID } from 'node:crypto'
import type { SettingData } from '#core/ports/data/access.ts'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'

/** In every storage of an installation lies its id, which its database knows. */
const key = 'checks/installation'

type Files = Pick<Storage, 'get' | 'put'>

interface Marked {
  settings: SettingData
  storage: Files
}

async function markIn(storage: Files): Promise<string | null> {
  const bytes = await storage.get(key)
  return bytes && new TextDecoder().decode(bytes).trim()
}

async function mark(storage: Files, id: string): Promise<void> {
  await storage.put(key, new TextEncoder().encode(`${id}\n`), 'text/plain')
}

/** Why images of the installation are not in this storage; null when they are, undefined when it has no id yet. */
export async function storageProblem({ settings, storage }: Marked, place: string): Promise<string | null | undefined> {
  const known = await settings.get('storage_id')
  if (known === undefined || known === null) return undefined
  if ((await markIn(storage)) === known) return null
  return `${place} is not the storage of this installation: its marker file is missing. Give all processes the same PICTABLE_STORAGE (with "disk", the same data folder), or copy the images here with "pictable storage move". If you have copied them yourself, run "pictable storage adopt".`
}

/** @returns whether this is known to be the storage of the installation @throws StartError when it is another one */
export async function proveStorage(marked: Marked, place: string): Promise<boolean> {
  const problem = await storageProblem(marked, place)
  if (typeof problem === 'string') throw new StartError(problem)
  return problem === null
}

/** Makes this the storage of the installation. */
export async function adoptStorage({ settings, storage }: Marked): Promise<void> {
  const found = await markIn(storage)
  const id = found ?? (await settings.get('storage_id')) ?? randomUUID()
  if (found === null) await mark(storage, String(id))
  await settings.set('storage_id', id)
}

/** Makes a copy of a storage as good as the first one. @throws StartError when it is that of another installation */
export async function copyMark(from: Files, to: Files): Promise<void> {
  const [id, there] = [await markIn(from), await markIn(to)]
  if (id === null || id === there) return
  if (there !== null)
    throw new StartError(
      'The target contains the images of another installation. Choose another bucket or another prefix.',
    )
  await mark(to, id)
}
