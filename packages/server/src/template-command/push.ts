import { parseTemplate } from '@pictable/renderer/template'
import { StartError } from '#core/start-error.ts'
import { diffDesigns } from '#core/template/diff-designs.ts'
import { changeLines } from './change-lines.ts'
import { type DesignFile, nameOf, readDesigns } from './design-file.ts'
import { EARLIER_FILE, isOfEarlierRelease } from './earlier-file.ts'
import { type LockFile, openLock } from './lock-file.ts'
import { asOnServer, uploadPictures } from './pictures.ts'
import { allTemplates, latestOf, type Remote, type RemoteTemplate, templateOf } from './remote.ts'

export interface PushOptions {
  publish?: boolean
  dryRun?: boolean
  /** Over versions that were saved on the server in the meantime. */
  force?: boolean
  print: (line: string) => void
}

interface Pushing {
  readonly remote: Remote
  readonly lock: LockFile
  readonly options: PushOptions
}

/** Makes the templates of the server what the files are. @throws StartError before anything was done, or at the file that cannot be pushed */
export async function push(remote: Remote, paths: readonly string[], options: PushOptions): Promise<void> {
  const files = await readDesigns(paths)
  const templates = await allTemplates(remote)
  const locks = new Map<string, LockFile>()
  for (const { folder } of files) locks.set(folder, locks.get(folder) ?? (await openLock(folder, remote.url)))
  for (const [index, file] of files.entries()) {
    const lock = locks.get(file.folder)
    if (!lock) continue
    const pushing = { remote, lock, options }
    const template = templateOf(file, lock.server, templates)
    const said = template ? await update(pushing, file, template) : await create(pushing, file)
    const [first = '', ...rest] = said
    options.print(`${files.length > 1 ? `[${index + 1}/${files.length}] ` : ''}${file.path}: ${first}`)
    for (const line of rest) options.print(line)
    if (options.dryRun !== true) await lock.save()
  }
}

/** Uploads the pictures of a design. @returns it as the server is to have it */
async function prepare({ remote, lock, options }: Pushing, file: DesignFile): Promise<Record<string, unknown>> {
  if (options.dryRun !== true) await uploadPictures(remote.client, file, lock.server)
  return asOnServer(file.design, lock.server)
}

async function create(pushing: Pushing, file: DesignFile): Promise<string[]> {
  const { remote, lock, options } = pushing
  const design = await prepare(pushing, file)
  const publish = options.publish === true
  if (options.dryRun === true) return [`would be created${publish ? ' and published' : ''}`]
  const made = await remote.client.templates.create({ body: { name: nameOf(file), design, publish } })
  lock.server.templates[file.name] = { id: made.id, version: made.latest_version }
  return [`created ${made.id}${publish ? ', published' : ''}`]
}

async function update(pushing: Pushing, file: DesignFile, { id }: RemoteTemplate): Promise<string[]> {
  const { remote, lock, options } = pushing
  const there = await latestOf(remote, id)
  const design = await prepare(pushing, file)
  const pushed = parseTemplate(design)
  const changes = diffDesigns(there.design, pushed)
  const locked = lock.server.templates[file.name]
  const publish = options.publish === true && (changes.length > 0 || there.published_version !== there.latest_version)
  if (changes.length === 0 && !publish) {
    lock.server.templates[file.name] = { id, version: there.latest_version }
    return ['unchanged']
  }
  if (changes.length > 0 && locked?.id === id && locked.version !== there.latest_version && options.force !== true)
    throw new StartError(
      `${file.path}: version ${there.latest_version} was saved on the server after version ${locked.version}, on which this file is based. Compare with "pictable template diff", then "pull" it or overwrite it with --force.`,
    )
  if (options.force !== true && isOfEarlierRelease(pushed, there.design))
    throw new StartError(`${file.path}: ${EARLIER_FILE}`)
  const next = changes.length > 0 ? there.latest_version + 1 : there.latest_version
  const words = `version ${next}${publish ? ', published' : ''} of ${id}`
  if (options.dryRun === true) return [`would become ${words}`, ...changeLines(changes)]
  const params = { id }
  if (changes.length > 0)
    await remote.client.templates.update({
      params,
      body: { name: nameOf(file), design },
      ifMatch: `"r${there.revision}"`,
    })
  lock.server.templates[file.name] = { id, version: next }
  if (publish) await remote.client.templates.publish({ params, body: { version: next } })
  return [words]
}
