import type { Page } from 'playwright-core'
import type { Visitor } from '#test/dashboard/browser.ts'
import { ask, type EditorScreen } from '#test/dashboard/editor/editor.test-kit.ts'

const COUNT = 24
const patiently = { timeout: 120_000 }

type Tab = Pick<Visitor, 'page' | 'context'>

/** A table whose records fill a whole contact sheet, as a template takes it. */
export async function createRecords(visitor: Tab, origin: string): Promise<object> {
  const post = (path: string, body: object) => ask(visitor, `${origin}${path}`, { method: 'POST', body })
  const table = await post('/v1/tables', { name: 'Products', fields: [{ name: 'Name', kind: 'text' }] })
  const rows = Array.from({ length: COUNT }, (_, n) => ({ Name: `Stoneware teapot ${n}, holds a litre` }))
  await post(`/v1/tables/${table.id}/rows`, { rows })
  const connection = await post('/v1/connections', { name: 'Ours', source: 'table', settings: {} })
  const { results: bases } = await ask(visitor, `${origin}/v1/connections/${connection.id}/bases`)
  const of = { connection_id: connection.id, base_id: bases[0].id, table_id: table.id, table_name: table.name }
  return { ...of, view_id: null, view_name: null }
}

/** Opens the contact sheet and waits until every record is drawn. */
export async function openSheet({ page, canvas }: Pick<EditorScreen, 'page' | 'canvas'>): Promise<void> {
  await canvas.focus()
  await page.keyboard.press('g')
  await page
    .getByText(`No warnings in ${COUNT} records`)
    .or(page.getByText(`of ${COUNT} records`))
    .first()
    .waitFor(patiently)
}

/** Notes for each key from when it is pressed until every tile shows another colour at a place of the page. Runs in the page. */
function followTiles([x, y]: readonly [number, number]): void {
  const tiles = [...document.querySelectorAll<HTMLCanvasElement>('ul canvas')]
  const colors = () =>
    tiles.map((tile) => {
      const at = [Math.floor(tile.width * x), Math.floor(tile.height * y), 1, 1] as const
      return String(tile.getContext('2d')?.getImageData(...at).data)
    })
  const taken: number[] = []
  Reflect.set(globalThis, 'pictable.tiles', taken)
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Control') return
      const before = colors()
      const look = () => {
        const now = colors()
        if (now.every((color, at) => color !== before[at])) taken.push(performance.now() - timeStamp)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { capture: true },
  )
}

/** From each edit to the last of 24 tiles: the selected layer, in the middle of which is that place, is deleted and restored. */
export async function timeEdits(page: Page, place: readonly [number, number], count: number): Promise<number[]> {
  await page.evaluate(followTiles, place)
  for (let n = 0; n < count; n++) {
    await page.keyboard.press(n % 2 ? 'Control+z' : 'Delete')
    const isDrawn = (wanted: number) => Reflect.get(globalThis, 'pictable.tiles').length === wanted
    await page.waitForFunction(isDrawn, n + 1, patiently)
  }
  return page.evaluate(() => Reflect.get(globalThis, 'pictable.tiles'))
}
