import type { TemplateInput } from '@pictable/renderer/template'
import { expect, test, vi } from 'vitest'

// The client of the API reads it once.
vi.stubGlobal('location', { origin: 'http://localhost' })
const { missingPictures } = await import('./missing-pictures.ts')

const design: TemplateInput = { schema: 1, width: 10, height: 10, layers: [] }
const itemOf = (key: string) => ({ key, label: key, values: { Photo: key } })

test('missingPictures() names the images whose picture is missing or replaced, once all has arrived', async () => {
  const layOuts: unknown[] = []
  const engine = {
    async layOut({ values }: { values: Readonly<Record<string, unknown>> }) {
      layOuts.push(values.Photo)
      if (values.Photo === 'broken') throw new Error('no such design')
      const isFirst = values.Photo === 'late' && layOuts.filter((each) => each === 'late').length === 1
      const isMissing = values.Photo === 'gone' || (values.Photo === 'late' && !isFirst)
      const report = isMissing ? { Photo: { missing: 'layer "Photo": the picture returned 404' } } : {}
      return { page: {}, report, pending: isFirst ? Promise.resolve() : undefined }
    },
  }
  const items = ['fine', 'gone', 'late', 'broken'].map(itemOf)
  const reason = 'Photo: The picture returned 404'
  expect(await missingPictures(engine, design, items)).toEqual([
    { item: itemOf('gone'), reason },
    { item: itemOf('late'), reason },
  ])
})
