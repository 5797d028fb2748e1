import { describe, expect, test } from 'vitest'
import { blue, drawPage, halves, type Page, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

/** Rows of 20 pixels, without words that could be seen. */
const table = {
  type: 'table' as const,
  name: 'Table',
  width: 100,
  height: 100,
  rowHeight: 20,
  padding: 0,
  fontSize: 10,
  lines: 'none' as const,
  textFill: 'transparent',
}
const two = [{ width: '1fr' }, { width: '1fr' }]
const rows = [
  ['A', 'B'],
  ['1', '2'],
  ['3', '4'],
]

/** Where something dark stands in a line of the page. */
function inkIn(page: Page, { from = 0, to = 100, top = 0, bottom = 100 }): number[] {
  const found: number[] = []
  for (let x = from; x < to; x++) {
    const column = Array.from({ length: bottom - top }, (_, at) => page.at(x, top + at)[0] ?? 255)
    if (Math.min(...column) < 128) found.push(x)
  }
  return found
}

describe('a table', () => {
  test('takes pictures as its areas, its border and its words', async () => {
    const load = async () => twoHalves()
    const page = await drawPage([{ ...table, rows, fill: halves, headerFill: halves }], { load })
    expect([page.at(10, 10), page.at(90, 10), page.at(10, 50), page.at(90, 50)]).toEqual([red, blue, red, blue])
    const border = { color: halves, width: 6, position: 'inside' } as const
    const framed = await drawPage([{ ...table, rows, border }], { load })
    expect([framed.at(2, 30), framed.at(97, 30), framed.at(50, 30)]).toEqual([red, blue, white])
    const word = { ...table, rows: [['██']], showHeader: false, headerRow: false, fontSize: 40, textFill: halves }
    const inked = await drawPage([word], { load })
    expect([inked.at(4, 25), inked.at(30, 25)]).not.toContainEqual(white)
  })

  test('shows in each cell all of the picture that covers its words', async () => {
    const load = async () => twoHalves({ upright: true })
    const cover = { type: 'picture', src: 'x' } as const
    const lines = ['██', '██'].join('\n')
    const cells = { ...table, rows: [['Title'], [lines], [lines]], showHeader: false, fontSize: 20, lineHeight: 1 }
    const at = async (look: object) => {
      const page = await drawPage([{ ...cells, ...look }], { load })
      return [8, 32, 48, 72].map((y) => page.at(10, y))
    }
    expect(await at({ textFill: cover })).toEqual([red, blue, red, blue])
    expect(await at({ columns: [{ textFill: { ...cover, fit: 'fill' } }] })).toEqual([red, blue, red, blue])
    const titled = await at({ rows: [[lines], ['']], showHeader: true, headerTextFill: cover })
    expect(titled.slice(0, 2)).toEqual([red, blue])
  })

  test('has a header, and every second row in another colour', async () => {
    const page = await drawPage([{ ...table, rows, headerFill: '#ff0000', alternateFill: '#0000ff' }])
    expect([10, 30, 50, 70].map((y) => page.at(50, y))).toEqual([red, white, blue, white])
    expect(page.report.layers.Table).toEqual({ fit: 1, lines: 2 })
  })

  test('has lines between rows and columns', async () => {
    const lined = { ...table, rows, lineFill: '#ff0000', lineThickness: 4, columns: two }
    const at = async (lines: 'rows' | 'columns' | 'all') => {
      const page = await drawPage([{ ...lined, lines }])
      return [page.at(25, 20), page.at(50, 10)]
    }
    expect(await at('rows')).toEqual([red, white])
    expect(await at('columns')).toEqual([white, red])
    expect(await at('all')).toEqual([red, red])
  })

  test.each([
    ['lists', rows],
    [
      'objects',
      [
        { A: '1', B: '2' },
        { B: 4, A: 3 },
      ],
    ],
    ['JSON', '[["A","B"],[1,2],[3,4]]'],
    ['JSON of objects', '[{"A":1,"B":2},{"A":3,"B":4}]'],
    ['CSV', 'A;B\n1;2\n"3";4'],
    ['a field with JSON', { bind: 'Rows' }],
    ['a field with lists', { bind: 'List' }],
  ])('takes its rows from %s', async (_, given) => {
    const seen = { ...table, textFill: '#000000', columns: two }
    const values = { Rows: '[["A","B"],[1,2],[3,4]]', List: rows }
    const [page, plain] = [await drawPage([{ ...seen, rows: given }], { values }), await drawPage([{ ...seen, rows }])]
    const pixels = (drawn: Page) => Array.from({ length: 10_000 }, (_, at) => drawn.at(at % 100, Math.floor(at / 100)))
    expect(page.report.layers.Table).toEqual({ fit: 1, lines: 2 })
    expect(pixels(page)).toEqual(pixels(plain))
  })

  test('takes each column from a list of linked records', async () => {
    const columns = [
      { title: 'Item', values: { bind: 'Items' } },
      { title: 'Price', values: { bind: 'Prices' }, format: { type: 'currency' as const, currency: 'EUR' } },
    ]
    const values = { Items: ['Tea', 'Mug', 'Pot'], Prices: [1, 2.5] }
    const page = await drawPage([{ ...table, columns, headerFill: '#ff0000' }], { values })
    expect([page.report.layers.Table, page.at(50, 10)]).toEqual([{ fit: 1, lines: 3 }, red])
    const empty = await drawPage([{ ...table, columns, headerFill: '#ff0000' }])
    expect([empty.report.layers.Table?.lines, empty.at(50, 10)]).toEqual([0, red])
  })

  test('shows columns by name, number and place', async () => {
    const seen = {
      ...table,
      rows: [
        ['Wide', 'Narrow'],
        ['MMMM', 'i'],
      ],
      textFill: '#000000',
      showHeader: false,
    }
    const second = async (columns: object[]) => inkIn(await drawPage([{ ...seen, columns }]), {}).length
    const narrow = await second([{ field: 'Narrow' }])
    expect(narrow).toBeLessThan(5)
    expect([await second([{ field: 2 }]), await second([{ title: 'Narrow' }])]).toEqual([narrow, narrow])
    await expect(second([{ field: 'Price' }])).rejects.toMatchObject({
      code: 'value_invalid',
      message: 'layer "Table": columns[0].field: the rows have no "Price"; they have "Wide", "Narrow"',
    })
  })

  test('shows its own cells below an empty title, also one that a record leaves empty', async () => {
    const words = [
      [{ bind: 'Title' }, 'B'],
      ['', '███'],
    ]
    const page = await drawPage([{ ...table, rows: words, columns: two, textFill: '#000000' }], {
      values: { Title: '' },
    })
    const below = { top: 20, bottom: 40 }
    expect([inkIn(page, { ...below, to: 50 }), inkIn(page, { ...below, from: 50 }).length > 10]).toEqual([[], true])
  })

  test('has columns of so many pixels, of shares, and as wide as their words', async () => {
    const lined = {
      ...table,
      rows: [['i', 'i', 'i']],
      headerRow: false,
      lines: 'columns' as const,
      lineFill: '#000000',
    }
    const dividers = async (widths: (number | string)[]) => {
      return inkIn(await drawPage([{ ...lined, lineThickness: 2, columns: widths.map((width) => ({ width })) }]), {})
    }
    expect(await dividers([20, '1fr', '3fr'])).toEqual([19, 20, 39, 40])
    const [first = 0] = await dividers(['auto', '1fr', 10])
    expect(first).toBeLessThan(6)
    expect(await dividers([300, 100, 100])).toEqual([59, 60, 79, 80])
    expect(await dividers(['0.5fr', '0.50fr', '1fr'])).toEqual([24, 25, 49, 50])
    for (const width of ['0fr', '0.0fr', '-1fr', 'fr', '10000fr'])
      await expect(dividers([width])).rejects.toThrow(/width/)
  })

  test('aligns words to the side that reading begins at, or to another', async () => {
    const seen = { ...table, headerRow: false, textFill: '#000000' }
    const place = async (text: string, change: object, look: object = {}) => {
      const ink = inkIn(await drawPage([{ ...seen, ...look, rows: [[text]], columns: [change] }]), {})
      return Math.round(((ink[0] ?? 0) + (ink.at(-1) ?? 0)) / 20)
    }
    expect([
      await place('iii', {}),
      await place('iii', { align: 'center' }),
      await place('iii', { align: 'end' }),
    ]).toEqual([0, 5, 10])
    expect([
      await place('שלום', {}),
      await place('שלום', { align: 'end' }),
      await place('שלום', { align: 'left' }),
    ]).toEqual([9, 1, 1])
    expect(await place('iii', {}, { direction: 'rtl' })).toBe(10)
  })

  test('goes from right to left as a whole', async () => {
    const cells = [
      ['שם', 'מחיר'],
      ['תה', '4'],
    ]
    const page = await drawPage([
      { ...table, rows: cells, columns: [{ width: 20 }, { width: 40 }], headerFill: '#ff0000' },
    ])
    expect([page.at(30, 10), page.at(45, 10), page.at(95, 10)]).toEqual([white, red, red])
  })

  test('becomes smaller where rows do not fit, and then leaves rows out', async () => {
    const many = Array.from({ length: 12 }, (_, at) => [`Row ${at}`])
    const shrunk = { ...table, rowHeight: 0, headerRow: false, rows: many, lineHeight: 1.2 }
    const fitted = await drawPage([{ ...shrunk, minFontSize: 2 }])
    expect(fitted.report.layers.Table).toMatchObject({ lines: 12 })
    expect(fitted.report.layers.Table?.fit).toBeCloseTo(0.69, 1)
    const cut = await drawPage([{ ...shrunk, minFontSize: 8.2 }])
    expect(cut.report.layers.Table).toEqual({ fit: 0.82, atMinimum: true, lines: 9, truncated: 3 })
    expect(cut.report.warnings.slice(1)).toEqual(['layer "Table": the text does not fit and was cut off'])
  })

  test('says how many rows are left out, where there is room for it', async () => {
    const many = Array.from({ length: 12 }, (_, at) => [`${at}`])
    const cut = { ...table, headerRow: false, rows: many, fit: 'truncate' as const, textFill: '#000000' }
    const said = await drawPage([cut])
    expect(said.report.layers.Table).toEqual({ fit: 1, lines: 4, truncated: 8 })
    expect(inkIn(said, { top: 80 }).length).toBeGreaterThan(20)
    const silent = await drawPage([{ ...cut, more: '' }])
    expect(silent.report.layers.Table).toEqual({ fit: 1, lines: 5, truncated: 7 })
  })

  test('grows with its rows, and pushes what is below', async () => {
    const below = { type: 'rectangle', name: 'Below', y: 0, width: 100, height: 10, fill: '#ff0000' } as const
    const page = await drawPage([
      { ...table, height: 10, rows, fit: 'grow' },
      { ...below, anchor: { layer: 'Table', side: 'below' } },
    ])
    expect([page.at(50, 58), page.at(50, 65)]).toEqual([white, red])
  })

  test('breaks lines in a cell, or cuts them', async () => {
    const long = {
      ...table,
      headerRow: false,
      rowHeight: 0,
      alternateFill: '#ff0000',
      rows: [['one two three four five six'], ['x']],
    }
    const [broken, cut] = [await drawPage([long]), await drawPage([{ ...long, wrap: false, fit: 'truncate' }])]
    expect([broken.at(50, 20), broken.at(50, 30)]).toEqual([white, red])
    expect([cut.at(50, 20), cut.report.layers.Table?.truncated]).toEqual([red, 1])
  })

  test.each([
    ['[[1],', { fit: 1, lines: 0 }],
    ['', { fit: 1, lines: 0 }],
    ['A;B', { fit: 1, lines: 0 }],
  ])('of "%s" is no error', async (given, report) => {
    expect(
      (await drawPage([{ ...table, rows: { bind: 'Rows' } }], { values: { Rows: given } })).report.layers.Table,
    ).toEqual(report)
  })

  test('refuses CSV in which a quotation mark stays open', async () => {
    const drawn = drawPage([{ ...table, rows: { bind: 'Rows' } }], { values: { Rows: '"A;B\n1;2' } })
    await expect(drawn).rejects.toMatchObject({ code: 'value_invalid', layer: 'Table' })
  })

  test.each([
    ['a list', [{ A: { B: 1 } }, { A: [[1], null] }]],
    ['text', '[{"A":{"B":1}},{"A":[[1],null]}]'],
  ])('of objects with objects and lists inside, as %s, has a row for each', async (_, given) => {
    const page = await drawPage([{ ...table, rows: { bind: 'Rows' } }], { values: { Rows: given } })
    expect(page.report.layers.Table).toEqual({ fit: 1, lines: 2 })
  })

  test('of many thousand cells is bounded, and counts all of them', async () => {
    const csv = Array.from({ length: 6000 }, (_, at) => `Row ${at};${at};x;y`).join('\n')
    const page = await drawPage([{ ...table, rows: csv, fit: 'truncate', headerRow: false }])
    expect(page.report.layers.Table).toMatchObject({ lines: 4, truncated: 5996 })
  })
})
