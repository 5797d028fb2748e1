import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDesign } from '@pictable/renderer/format-design'
import { parseTemplate, type Template } from '@pictable/renderer/template'
import { StartError } from '#core/start-error.ts'
import { diffDesigns } from '#core/template/diff-designs.ts'
import { findNamed } from '#core/words.ts'
import { readDesign } from './design-file.ts'
import { type LockedServer, openLock } from './lock-file.ts'
import { asInFile } from './pictures.ts'
import { allTemplates, latestOf, type Remote, type RemoteTemplate } from './remote.ts'

export interface PullOptions {
  /** Folder of the files. */
  out: string
  /** Over files that were changed since they were pulled or pushed. */
  force?: boolean
  print: (line: string) => void
}

/** `Spring sale / EU` as `spring-sale-eu` */
function slug(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return words.replaceAll(/^-+|(?<!-)-+$/g, '').slice(0, 80) || 'template'
}

function chosen(templates: readonly RemoteTemplate[], wanted: readonly string[]): RemoteTemplate[] {
  if (wanted.length === 0) return [...templates]
  return wanted.map((name) => {
    const same = templates.filter((template) => template.name === name)
    const template = same.length > 1 ? undefined : findNamed(templates, name)
    if (template) return template
    const why =
      same.length > 1 ? `${same.length} templates are named "${name}"; give the id` : `there is no template "${name}"`
    throw new StartError(`${why}. "pictable template list" shows them all.`)
  })
}

/** The design that a file holds now; undefined when there is no such file. */
async function designAt(path: string): Promise<Template | undefined> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const read = await readDesign(path)
  if ('design' in read) return read.design
  throw new StartError(`${read.mistakes[0]}. Fix the file, or delete it.`)
}

/** Writes the latest designs of templates to files: all of them, or those named. */
export async function pull(
  remote: Remote,
  wanted: readonly string[],
  { out, force, print }: PullOptions,
): Promise<void> {
  const templates = chosen(await allTemplates(remote), wanted)
  await mkdir(out, { recursive: true })
  const lock = await openLock(out, remote.url)
  const { server } = lock
  for (const [index, { id }] of templates.entries()) {
    const there = await latestOf(remote, id)
    const name = nameFor(there, server)
    const path = join(out, name)
    const design = parseTemplate(asInFile(there.design, server))
    const before = await designAt(path)
    const isSame = before !== undefined && diffDesigns(before, design).length === 0
    if (before && !isSame && force !== true)
      await refuseChanged(remote, { path, before, server, locked: server.templates[name] })
    if (!isSame) await writeFile(path, formatDesign({ ...schemaOf(before), ...design }))
    server.templates[name] = { id, version: there.latest_version }
    await lock.save()
    const count = templates.length > 1 ? `[${index + 1}/${templates.length}] ` : ''
    print(`${count}${path}: ${isSame ? 'unchanged' : `version ${there.latest_version} of ${id}`}`)
  }
}

interface InTheWay {
  path: string
  before: Template
  server: LockedServer
  locked: LockedServer['templates'][string] | undefined
}

/** @throws StartError when a file is not what it was when it was last pulled or pushed */
async function refuseChanged({ client }: Remote, { path, before, server, locked }: InTheWay): Promise<void> {
  const agreed = locked && (await client.templates.version({ params: { id: locked.id, version: locked.version } }))
  const known = agreed && parseTemplate(asInFile(parseTemplate(agreed.design), server))
  if (known && diffDesigns(known, before).length === 0) return
  throw new StartError(`${path} was changed since it was last pulled or pushed. Push it, or overwrite it with --force.`)
}

function schemaOf(design: { $schema?: string | undefined } | undefined): object {
  return design?.$schema === undefined ? {} : { $schema: design.$schema }
}

function nameFor({ id, name }: RemoteTemplate, { templates }: LockedServer): string {
  const [known] = Object.entries(templates).find(([, locked]) => locked.id === id) ?? []
  for (let count = 1; known === undefined; count++) {
    const free = `${slug(name)}${count === 1 ? '' : `-${count}`}.json`
    if (!Object.hasOwn(templates, free)) return free
  }
  return known
}
