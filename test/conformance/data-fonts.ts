import type { Font } from '@pictable/server/core/font/font.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'
import { readAll } from './data-resources.ts'

/** Part of the data suite: the fonts that were uploaded. */
export function describeFonts(get: () => Subject): void {
  describe('fonts', () => {
    const newFont = (change: Partial<Font> = {}): Font => {
      const id = get().id('fnt')
      return {
        id,
        family: `Größe "${id}" \\ 明朝`,
        weight: 400,
        style: 'normal',
        filename: 'größe.woff2',
        contentType: 'font/woff2',
        hash: 'f'.repeat(64),
        sizeBytes: 12_345,
        facts: {
          ...{ format: 'woff2', family: null, weight: 400, style: 'normal' },
          ...{
            axes: [{ tag: 'wght', min: 100, default: 400.5, max: 900 }],
            glyphs: 3,
            scripts: ['Latn'],
            sample: 'Ab',
          },
        },
        createdAt: at,
        ...change,
      }
    }
    const addFont = async (change: Partial<Font> = {}) => {
      const font = newFont(change)
      await get().data.fonts.insert(font)
      return font
    }
    /** A template whose versions name the family, with the published one first. */
    const addTemplate = async (name: string, [published = '', latest = published]: readonly string[]) => {
      const { templates } = get().data
      const id = get().id('tpl')
      const times = { revision: 1, createdAt: at, updatedAt: at }
      const size = { width: 9, height: 6 }
      await templates.insert({
        id,
        name,
        latestVersion: 2,
        publishedVersion: 1,
        ...size,
        sample: {},
        previewSource: null,
        ...times,
      })
      for (const [index, fontFamily] of [published, latest].entries()) {
        const layer = { type: 'text' as const, name: 'Title', text: '', ...size, x: 0, y: 0, fontFamily }
        const design = { schema: 1 as const, name, ...size, background: '#ffffff', layers: [layer] }
        const facts = { author: null, note: null, publishedAt: null, createdAt: at }
        await templates.insertVersion({ templateId: id, version: index + 1, design, ...facts })
      }
      return id
    }

    test('are kept as they are, and listed newest first or all oldest first', async () => {
      const { data } = get()
      const fonts = [await addFont(), await addFont({ weight: 1, style: 'italic' }), await addFont()]
      const ids = fonts.map(({ id }) => id)
      expect(await Promise.all(ids.map((id) => data.fonts.get(id)))).toEqual(fonts)
      expect(await data.fonts.get('fnt_unknown')).toBeNull()
      const own = (all: readonly Font[]) => all.filter(({ id }) => ids.includes(id))
      expect(own(await data.fonts.all())).toEqual(fonts)
      expect(own(await readAll((options) => data.fonts.list(options)))).toEqual(fonts.toReversed())
    })

    test('are found by family, weight and style together, of which there is one', async () => {
      const { data } = get()
      const { family } = await addFont()
      const bold = await addFont({ family, weight: 700 })
      const italic = await addFont({ family, style: 'italic' })
      expect(await data.fonts.find({ family, weight: 700, style: 'normal' })).toEqual(bold)
      expect(await data.fonts.find({ family, weight: 400, style: 'italic' })).toEqual(italic)
      expect(await data.fonts.find({ family, weight: 700, style: 'italic' })).toBeNull()
      expect(await data.fonts.find({ family: family.toUpperCase(), weight: 700, style: 'normal' })).toBeNull()
      await expect(addFont({ family, weight: 700 })).rejects.toThrow()
    })

    test('get another file under the same id, and go; their files are dropped', async () => {
      const { data } = get()
      const [font, other] = [await addFont({ hash: 'old'.repeat(20) }), await addFont()]
      const dropped = async () => {
        const files = (await data.droppedFiles.take({ at: later, droppedBefore: later, limit: 1000 })) ?? []
        return files.filter(({ format }) => format === 'font').map(({ hash }) => hash)
      }
      const file = {
        filename: 'new.otf',
        contentType: 'font/otf',
        hash: '0'.repeat(64),
        sizeBytes: 9,
        createdAt: later,
      }
      const replaced = { ...font, ...file, facts: { ...font.facts, format: 'otf' as const, axes: [] } }
      await data.fonts.replace(replaced)
      expect(await data.fonts.get(font.id)).toEqual(replaced)
      await data.fonts.replace(replaced)
      expect(await dropped()).toEqual([font.hash])
      expect(await data.fonts.delete(font.id, at)).toBe(true)
      expect(await data.fonts.delete(font.id, at)).toBe(false)
      expect(await data.fonts.find(font)).toBeNull()
      expect(await dropped()).toEqual([replaced.hash])
      expect(await data.fonts.get(other.id)).toEqual(other)
    })

    test('know the templates whose published version, latest version or draft names them, five at most', async () => {
      const { data } = get()
      const [{ family }, { family: popular }, { family: unused }] = [newFont(), newFont(), newFont()]
      await addTemplate('Published', [family, 'Inter'])
      await addTemplate('Not published yet', ['Inter', family])
      const templateId = await addTemplate('Only in a draft', ['Inter'])
      await data.transaction(async ({ drafts }) => {
        const draft = await drafts.lock(templateId)
        const design = { schema: 1, layers: [{ type: 'text', name: 'Title', fontFamily: family }] }
        await drafts.update({ ...draft, change: { baseVersion: 2, design } })
      })
      expect(await data.fonts.usersOf(family)).toEqual(['Published', 'Not published yet', 'Only in a draft'])
      expect(await data.fonts.usersOf(unused)).toEqual([])
      for (let n = 1; n <= 6; n++) await addTemplate(`Card ${n}`, [popular])
      expect(await data.fonts.usersOf(popular)).toEqual([1, 2, 3, 4, 5].map((n) => `Card ${n}`))
    })
  })
}
