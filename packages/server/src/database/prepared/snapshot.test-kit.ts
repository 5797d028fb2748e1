import type { PGlite } from '@electric-sql/pglite'

type Module = PGlite['Module']

const PAGE_BYTES = 65_536
const noBytes = Buffer.alloc(PAGE_BYTES)

/** No message of PostgreSQL's protocol is empty. */
export const resetRequest = () => new Uint8Array(0)

/** A file, folder or device in memory, as Emscripten keeps it. */
interface Node {
  parent: Node
  name: string
  mode: number
  /** The next one with the same hash of its name. */
  name_next: Node | undefined
  contents: unknown
  usedBytes: number
  stream_ops: { write?: Write }
}

type Write = (stream: { node: Node }, ...given: unknown[]) => unknown

interface OpenFile {
  shared: { flags: unknown; position: unknown }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'stream_ops' in value && 'mode' in value
}

function isFolder(contents: unknown): contents is Record<string, unknown> {
  return typeof contents === 'object' && contents !== null && !ArrayBuffer.isView(contents)
}

function isOpenFile(value: unknown): value is OpenFile {
  return typeof value === 'object' && value !== null && 'shared' in value
}

/** The memory of PostgreSQL: the pages that are not empty. @returns what makes it as it is now */
function saveMemory(module: Module): () => void {
  const pagesOf = (memory: Uint8Array) =>
    Array.from({ length: memory.length / PAGE_BYTES }, (_, index) =>
      Buffer.from(memory.buffer, index * PAGE_BYTES, PAGE_BYTES),
    )
  const saved = pagesOf(module.HEAPU8).map((page) => (page.equals(noBytes) ? noBytes : Buffer.from(page)))
  const stack = module.stackSave()
  return () => {
    // It may have grown, and then has other views.
    for (const [index, page] of pagesOf(module.HEAPU8).entries()) {
      const wanted = saved[index] ?? noBytes
      if (!page.equals(wanted)) page.set(wanted)
    }
    module.stackRestore(stack)
  }
}

function nodesBelow(root: Node): Node[] {
  const found = [root]
  for (const { contents } of found) if (isFolder(contents)) found.push(...Object.values(contents).filter(isNode))
  return found
}

/** Saved bytes are never written to: the first write copies them. */
function protect(node: Node, saved: ReadonlySet<unknown>): void {
  const operations = node.stream_ops
  const { write } = operations
  if (write === undefined) throw new Error('This release of PGlite writes its files in another way')
  operations.write = (stream, ...given) => {
    if (saved.has(stream.node.contents) && stream.node.contents instanceof Uint8Array)
      stream.node.contents = stream.node.contents.slice()
    return write(stream, ...given)
  }
}

/** The files of PostgreSQL. @returns what makes them as they are now */
function saveFiles({ FS }: Module): () => void {
  const { root, nameTable, streams }: { root: unknown; nameTable: unknown[]; streams: unknown[] } = FS
  if (!isNode(root)) throw new Error('This release of PGlite has its files elsewhere')
  const nodes = nodesBelow(root).map((node) => ({ node, was: { ...node } }))
  const files = nodes.filter(({ node }) => node.contents instanceof Uint8Array)
  const [file] = files
  if (file) protect(file.node, new Set(files.map(({ node }) => node.contents)))
  const folders = nodes.flatMap(({ node, was }) =>
    isFolder(was.contents) ? [{ node, contents: { ...was.contents } }] : [],
  )
  const [names, opened] = [[...nameTable], [...streams]]
  const openFiles = opened.filter(isOpenFile).map((file) => ({ file, was: { ...file }, shared: { ...file.shared } }))
  return () => {
    for (const { node, was } of nodes) Object.assign(node, was)
    for (const { node, contents } of folders) node.contents = { ...contents }
    nameTable.splice(0, nameTable.length, ...names)
    streams.splice(0, streams.length, ...opened)
    for (const { file, was, shared } of openFiles) {
      Object.assign(file, was)
      Object.assign(file.shared, shared)
    }
  }
}

/**
 * Remembers a PostgreSQL in memory that is at rest: its memory and its files, which are all it consists of.
 * @returns what makes it as it is now
 */
export function takeSnapshot(module: Module): () => void {
  const restoreFiles = saveFiles(module)
  const restoreMemory = saveMemory(module)
  return () => {
    restoreFiles()
    restoreMemory()
  }
}
