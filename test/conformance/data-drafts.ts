import { type Draft, leaseMs } from '@pictable/server/core/template/draft.ts'
import { emptyDraft } from '@pictable/server/core/template/edit-draft.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

const design = { schema: 1 as const, name: 'Größe', width: 600, height: 400, layers: [] }

/** Part of the data suite: drafts of templates, and the versions that are pruned. */
export function describeDrafts(get: () => Subject): void {
  describe('drafts', () => {
    const update = (draft: Draft) =>
      get().data.transaction(async (data) => {
        await data.drafts.lock(draft.templateId)
        await data.drafts.update(draft)
      })

    test('are read as they were written, and go with their template', async () => {
      const { data, addAction } = get()
      const { id: actionId, templateId } = await addAction()
      expect(await data.drafts.get(templateId)).toBeNull()
      expect(await data.transaction((inside) => inside.drafts.lock(templateId))).toEqual(emptyDraft(templateId))
      const draft: Draft = {
        templateId,
        revision: 7,
        change: { baseVersion: 1, design },
        editing: { session: 'session-1', name: 'Mia', until: later },
        waiting: { session: 'session-2', name: 'Ada', since: at },
        updatedAt: at,
        updatedBy: 'Mia',
      }
      await update(draft)
      expect(await data.drafts.get(templateId)).toEqual(draft)
      const { change: _, ...facts } = draft
      expect((await data.drafts.latest(1))[0]).toEqual({ ...facts, latestVersion: 1 })
      const emptied = { ...draft, change: null, editing: null, waiting: null }
      await update(emptied)
      expect(await data.drafts.get(templateId)).toEqual(emptied)
      await data.actions.delete(actionId)
      await data.templates.delete(templateId)
      expect(await data.drafts.get(templateId)).toBeNull()
    })

    test('are changed by one at a time', async () => {
      const { data, addAction } = get()
      const { templateId } = await addAction()
      const add = () =>
        data.transaction(async (inside) => {
          const draft = await inside.drafts.lock(templateId)
          const until = new Date(at.getTime() + leaseMs)
          const revision = draft.revision + 1
          await inside.drafts.update({ ...draft, revision, editing: { session: 'session-1', name: 'Mia', until } })
        })
      await Promise.all(Array.from({ length: 8 }, add))
      expect(await data.drafts.get(templateId)).toMatchObject({ revision: 8 })
    })

    test('versions that were never published go, but for the latest and the base of a draft', async () => {
      const { data, addAction } = get()
      const { templateId } = await addAction()
      for (let version = 1; version <= 9; version++) {
        const facts = { author: null, note: null, publishedAt: null, createdAt: at }
        await data.templates.insertVersion({ templateId, version, design, ...facts })
      }
      expect(await data.templates.markPublished(templateId, 2, { at, note: 'Wider' })).toBe(true)
      expect(await data.templates.markPublished(templateId, 2, { at: later })).toBe(true)
      expect(await data.templates.markPublished(templateId, 99, { at })).toBe(false)
      await update({ ...emptyDraft(templateId), change: { baseVersion: 4, design } })
      await data.templates.keepVersion(templateId, 3, at)
      await data.templates.pruneVersions(templateId, 3)
      const { results } = await data.templates.listVersions(templateId, { limit: 100 })
      expect(results.map(({ version }) => version)).toEqual([9, 8, 7, 4, 3, 2])
      expect(results.at(-1)).toMatchObject({ publishedAt: at, note: 'Wider' })
    })
  })
}
