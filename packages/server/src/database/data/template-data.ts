import { storedPreviewSource } from '@pictable/model/preview'
import { escapeDesign, type TextSyntax } from '@pictable/renderer/template'
import { z } from 'zod'
import type { TemplateData } from '#core/ports/data/templates.ts'
import { parseVersion } from '#core/template/save-template.ts'
import type { StoredVersion, Template, TemplateVersion, VersionFacts } from '#core/template/template.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import { decodeCursor, toListing } from '#database/cursor.ts'
import type { Executor } from '#database/database.ts'
import { json } from '#database/parameters.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const versionKey = z.tuple([z.int()])

/** Braces and links in the texts of a design saved by an earlier release may be text. */
type VersionRow = StoredVersion & TextSyntax

const factColumns = {
  templateId: plain,
  version: plain,
  author: plain,
  note: plain,
  publishedAt: plain,
  createdAt: plain,
}

const toFacts = mapperOf<VersionFacts>(factColumns).fromRow

const { fromRow } = mapperOf<VersionRow>({
  ...factColumns,
  design: jsonb(z.record(z.string(), z.unknown())),
  expressions: plain,
  links: plain,
})

function toVersion(row: object): StoredVersion {
  const { expressions, links, ...version } = fromRow(row)
  return { ...version, design: escapeDesign(version.design, { expressions, links }) }
}

const templates: EditableTable<Template> = {
  name: 'templates',
  inUse: 'An action or a form uses this template. Delete it first, or choose another template in the action',
  ...mapperOf<Template>({
    id: plain,
    name: plain,
    latestVersion: plain,
    publishedVersion: plain,
    width: plain,
    height: plain,
    sample: jsonb(),
    previewSource: jsonb(storedPreviewSource.nullable()),
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const insertVersion = `insert into template_versions
  (template_id, version, design, author, note, published_at, created_at, expressions, links)
  values ($1, $2, $3, $4, $5, $6, $7, true, true)`

const selectFacts = `select template_id, version, author, note, published_at, created_at from template_versions
  where template_id = $1 and version < $2 order by version desc limit $3`

const selectVersion = 'select * from template_versions where template_id = $1 and version = $2'

const markPublished = `update template_versions set published_at = coalesce(published_at, $3), note = coalesce($4, note)
  where template_id = $1 and version = $2 returning version`

const keepVersion = `update template_versions set kept_at = $3
  where template_id = $1 and version = $2 and published_at is null and kept_at is null`

const pruneVersions = `delete from template_versions v where template_id = $1 and published_at is null and kept_at is null
  and version <= (
    select version from template_versions where template_id = $1 and published_at is null and kept_at is null
    order by version desc offset $2 limit 1
  )
  and not exists (select from template_drafts d where d.template_id = $1 and d.base_version = v.version)`

/** Of the designs of versions that are kept, as JSON: more than an action of many templates has. */
const MAX_KNOWN_CHARACTERS = 20_000_000

/** Versions read lately: they never change, and every chunk of a run asks for the same ones. */
export interface KnownVersions {
  get(key: string): TemplateVersion | undefined
  set(key: string, version: TemplateVersion, characters: number): void
}

export function createKnownVersions(): KnownVersions {
  const known = new Map<string, { version: TemplateVersion; characters: number }>()
  let total = 0
  return {
    get(key) {
      const found = known.get(key)
      if (found === undefined) return undefined
      known.delete(key)
      known.set(key, found)
      return found.version
    },
    set(key, version, characters) {
      if (known.has(key)) return
      known.set(key, { version, characters })
      total += characters
      for (const [oldest, kept] of known) {
        if (total <= MAX_KNOWN_CHARACTERS || oldest === key) return
        known.delete(oldest)
        total -= kept.characters
      }
    },
  }
}

/** `known`: only what is committed goes there, so a transaction brings none. */
export function templateData(executor: Executor, known: KnownVersions = createKnownVersions()): TemplateData {
  async function getStoredVersion(templateId: string, version: number): Promise<StoredVersion | null> {
    const row = await rowOf<object>(executor, selectVersion, [templateId, version])
    return row && toVersion(row)
  }
  return {
    ...editableResources(executor, templates),
    async insertVersion({ templateId, version, design, author, note, publishedAt, createdAt }) {
      const values = [templateId, version, json(design), author, note, publishedAt, createdAt]
      await rowsOf(executor, insertVersion, values)
    },
    async markPublished(templateId, version, { at, note = null }) {
      return (await rowOf(executor, markPublished, [templateId, version, at, note])) !== null
    },
    async keepVersion(templateId, version, at) {
      await rowsOf(executor, keepVersion, [templateId, version, at])
    },
    async pruneVersions(templateId, keep) {
      await rowsOf(executor, pruneVersions, [templateId, keep])
    },
    async getVersion(templateId, version) {
      const key = `${templateId} ${version}`
      const read = known.get(key)
      if (read) return read
      const stored = await getStoredVersion(templateId, version)
      if (stored === null) return null
      const parsed = await parseVersion(stored)
      known.set(key, parsed, JSON.stringify(stored.design).length)
      return parsed
    },
    getStoredVersion,
    async listVersions(templateId, options) {
      const [before] = options.after === undefined ? [2 ** 31 - 1] : decodeCursor(options.after, versionKey)
      const rows = await rowsOf<{ version: number }>(executor, selectFacts, [templateId, before, options.limit + 1])
      return toListing(rows, options, { item: toFacts, key: ({ version }) => [version] })
    },
  }
}
