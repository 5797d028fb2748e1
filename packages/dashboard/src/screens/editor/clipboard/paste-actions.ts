import { childrenOf, type LayerId, layerAt, type Point, parentOf, pasteLayers, readClipboard } from '@pictable/editor'
import { adoptText, TABLE_LIMITS } from '@pictable/renderer/template'
import { toast } from '#dashboard/api/toast.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { t } from '#dashboard/strings/editing.ts'
import { pasteFiles } from './paste-files.ts'
import { hasRoomFor } from './paste-size.ts'
import { boxFor, insertOne, LARGEST_SHARE, pasteSvg } from './place.ts'
import { type Cells, sheetCells } from './sheet-cells.ts'
import type { TableExcess } from './table-excess.ts'

/** What a clipboard or a drag holds. */
export interface Given {
  readonly text: string
  /** The text with its looks; empty without. */
  readonly html: string
  readonly files: readonly File[]
}

/**
 * Layers, a table, pictures, an SVG or plain text; `at`: the middle of what is pasted, on the page. Spreadsheets add a
 * picture of the cells, and pages a text to a picture.
 */
export function pasteGiven(session: EditorSession, given: Given, at: Point | null): void {
  if (session.state.readOnly !== null) return
  const pasted = readClipboard(given.text)
  const cells = pasted.type === 'layers' || pasted.type === 'svg' ? undefined : sheetCells(given)
  if (cells && 'of' in cells) toast.failed(excessWords(cells))
  else if (!cells && given.files.length > 0) void pasteFiles(session, given.files, at)
  else if (!hasRoomFor(cells ?? given.text, session)) return
  else if (cells) pasteTable(session, cells, at)
  else if (pasted.type === 'layers') pasteAsLayers(session, pasted.layers, at)
  else if (pasted.type === 'svg') pasteSvg(session, { svg: pasted.svg, name: t('editor.kind_svg') }, at)
  else if (pasted.type === 'text') pastePlain(session, pasted.text.trim(), at)
  else toast.failed(pasted.reason)
}

/** In front of what is selected, else of all others. */
function placeFor({ state: { document, entered, selection } }: EditorSession): {
  parent: LayerId | null
  index: number
} {
  const parent = entered !== null && layerAt(document, entered)?.type === 'group' ? entered : null
  const siblings = childrenOf(document, parent)
  const above = selection.filter((id) => parentOf(document, id) === parent).map((id) => siblings.indexOf(id))
  return { parent, index: above.length > 0 ? Math.max(...above) + 1 : siblings.length }
}

function pasteAsLayers(session: EditorSession, layers: readonly object[], at: Point | null): void {
  const { state, laidOut } = session
  const command = pasteLayers(state.document, layers, { ...placeFor(session), laidOut, ...(at && { at }) })
  if (session.run(command, { select: true })) revealSelection(session)
}

const TEXT_WIDTH_PX = 400
const NAME_CHARACTERS = 40

/** A text layer that grows with its lines; it is named by its beginning. */
function pastePlain(session: EditorSession, text: string, at: Point | null): void {
  const { fontSize: _, ...layer } = newLayers.text.make(boxFor(session, { width: TEXT_WIDTH_PX, height: 48 }, at))
  const [line = ''] = text.split('\n')
  const name = line.slice(0, NAME_CHARACTERS).trim() || t('editor.kind_text')
  insertOne(session, { ...layer, name, text: adoptText(text), fontSize: 32, fit: 'grow' })
}

/** Of a cell, at the size of letters that tables begin with. */
const CELL_PX = { width: 160, height: 37 }

const EXCESS_WORDS = {
  rows: 'editor.paste_rows',
  columns: 'editor.paste_columns',
  characters: 'editor.paste_characters',
} as const

function excessWords({ of, count }: TableExcess): string {
  return t(EXCESS_WORDS[of], { count, limit: TABLE_LIMITS[of] })
}

/** A table layer of cells; the first of several rows has the titles. */
function pasteTable(session: EditorSession, cells: Cells, at: Point | null): void {
  const { width, height } = session.state.document.design
  const [first = []] = cells
  const size = {
    width: Math.min(first.length * CELL_PX.width, width * LARGEST_SHARE),
    height: Math.min(cells.length * CELL_PX.height, height * LARGEST_SHARE),
  }
  const layer = newLayers.table.make(boxFor(session, size, at))
  insertOne(session, { ...layer, rows: cells, ...(cells.length === 1 && { headerRow: false }) })
}

/** For a menu: not every browser lets a page read the clipboard, and most ask. */
export async function pasteByMenu(session: EditorSession, at: Point | null): Promise<void> {
  try {
    pasteGiven(session, await readGiven(await navigator.clipboard.read()), at)
  } catch {
    toast.failed(t('editor.clipboard_refused'))
  }
}

async function readGiven(items: readonly ClipboardItem[]): Promise<Given> {
  const pictures = items.flatMap((item) =>
    item.types.filter((type) => type.startsWith('image/')).map((type) => ({ item, type })),
  )
  const files = pictures.map(
    async ({ item, type }) => new File([await item.getType(type)], t('editor.kind_image'), { type }),
  )
  const [text, html] = await Promise.all(['text/plain', 'text/html'].map((type) => wordsIn(items, type)))
  return { text: text ?? '', html: html ?? '', files: text === '' ? await Promise.all(files) : [] }
}

async function wordsIn(items: readonly ClipboardItem[], type: string): Promise<string> {
  const item = items.find(({ types }) => types.includes(type))
  return item ? (await item.getType(type)).text() : ''
}
