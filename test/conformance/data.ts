import type { Action } from '@pictable/server/core/action/action.ts'
import type { Image } from '@pictable/server/core/image/image.ts'
import type { PlannedRecord, RecordOutcome } from '@pictable/server/core/ports/data/runs.ts'
import type { Data } from '@pictable/server/core/ports/data.ts'
import { newRun, type Run } from '@pictable/server/core/run/run.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeAccess } from './data-access.ts'
import { describeBatches } from './data-batches.ts'
import { describeCallCounts } from './data-call-counts.ts'
import { describeDeletedRecords } from './data-deleted-records.ts'
import { describeDrafts } from './data-drafts.ts'
import { describeErasure } from './data-erasure.ts'
import { describeExceptions } from './data-exceptions.ts'
import { describeFonts } from './data-fonts.ts'
import { describeForms } from './data-forms.ts'
import { describeImageFiles } from './data-image-files.ts'
import { describeLeases } from './data-leases.ts'
import { describeOutputs } from './data-outputs.ts'
import { describePeople } from './data-people.ts'
import { describeRecordKeys } from './data-record-keys.ts'
import { describeResources } from './data-resources.ts'
import { describeRunRecords } from './data-run-records.ts'
import { describeRuns } from './data-runs.ts'
import { describeTableImports } from './data-table-imports.ts'
import { describeTableLinks } from './data-table-links.ts'
import { describeTables } from './data-tables.ts'
import { describeUrlKeys } from './data-url-keys.ts'
import { describeWaitingCalls } from './data-waiting-calls.ts'
import { describeWebhooks } from './data-webhooks.ts'

export interface OpenData {
  data: Data
  /** How many jobs have been sent and committed. */
  countJobs(): Promise<number>
  /** By table, of what is kept for each image and each record: the same as long as no row is written. */
  rowVersions(): Promise<Record<string, string>>
  close(): Promise<void>
}

/** What the suites below work with: one database for all of them, so nobody counts on being alone. */
export interface Subject {
  data: Data
  countJobs(): Promise<number>
  rowVersions(): Promise<Record<string, string>>
  id(prefix: string): string
  /** An action, with the connection and the template that it needs. */
  addAction(): Promise<Action>
  addRun(action: Action, change?: Partial<Run>): Promise<Run>
}

export const at = new Date('2026-03-01T12:00:00.123Z')
export const later = new Date('2026-03-01T12:05:00.000Z')

/** An active run of the whole view. */
export function activeRun(id: string, actionId: string, change: Partial<Run> = {}): Run {
  const unasked = { webhookIds: [], retryOf: null, startedBy: null, createdAt: at }
  const asked = { id, actionId, recordIds: null, force: false, limit: null, metadata: null, ...unasked }
  return { ...newRun(asked, { state: 'active', templateVersion: 1 }), ...change }
}

export function newRecords(count: number, prefix = 'rec'): PlannedRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    label: `Record ${index}`,
    fields: { fldName: `Name ${index}`, fldTags: ['a', 'b'], fldEmpty: null },
    emptied: index % 2 === 1 ? ['fldEmpty'] : [],
  }))
}

export function newOutcome(n: number, change: Partial<RecordOutcome> = {}): RecordOutcome {
  return {
    n,
    recordId: `rec${n}`,
    state: 'rendered',
    fingerprint: `fingerprint ${n}`,
    imageId: `img_${n}`,
    writtenBack: true,
    reason: null,
    ...change,
  }
}

export function newImage(id: string, change: Partial<Image> = {}): Image {
  return {
    id,
    templateId: 'tpl_none',
    templateVersion: 3,
    design: null,
    sequence: null,
    actionId: null,
    runId: null,
    recordId: null,
    output: null,
    fileName: null,
    values: { title: 'Übergröße', price: 12.5, sold: false, photo: null },
    modifications: [{ name: 'title', color: '#fff' }],
    metadata: { order: 7 },
    files: [{ format: 'png', hash: 'a'.repeat(64), sizeBytes: 1234, widthPx: 600, heightPx: 400 }],
    thumbnail: null,
    preview: null,
    report: { timesMs: { draw: 1.5 }, warnings: [] },
    webhookIds: ['wh_1'],
    createdAt: at,
    ...change,
  }
}

function createSubject({ data, countJobs, rowVersions }: OpenData): Subject {
  let count = 0
  // Sorted by time, as the ids of the product are; all of them are older than the clock says.
  const id = (prefix: string) => `${prefix}_${String(++count).padStart(12, '0')}`
  return {
    data,
    countJobs,
    rowVersions,
    id,
    async addAction() {
      const times = { revision: 1, createdAt: at, updatedAt: at }
      const connection = {
        id: id('con'),
        name: 'Shop',
        source: 'table',
        settings: { a: 1 },
        sealedSettings: null,
        lastTest: null,
      }
      const template = {
        id: id('tpl'),
        name: 'Card',
        latestVersion: 1,
        publishedVersion: 1,
        width: 9,
        height: 6,
        sample: { Title: 'Teapot' },
        previewSource: { actionId: 'act_1' },
      }
      await data.connections.insert({ ...connection, ...times })
      await data.templates.insert({ ...template, ...times })
      const action: Action = {
        id: id('act'),
        title: 'Cards',
        connectionId: connection.id,
        baseId: 'base',
        tableId: id('tbl'),
        tableName: 'Products',
        viewId: null,
        viewName: null,
        filter: {
          or: [
            { field: { id: 'fld1', name: 'Name' }, operator: 'one_of', value: ['a', 2, true] },
            { and: [{ field: { id: 'fld2', name: 'Image' }, operator: 'empty' }] },
          ],
        },
        templateId: template.id,
        templateBy: { field: { id: 'fld4', name: 'Kind' }, templates: { Sale: template.id }, otherwise: 'fail' },
        outputKey: '',
        outputName: 'card',
        hasExceptions: false,
        writeCheck: null,
        unfilled: ['The binding "Price" has no value.'],
        deletedRecords: 'delete',
        deleteAfterDays: 7,
        deleteSince: null,
        tableSince: null,
        moreOutputs: [
          {
            ...{ key: 'story', name: 'story', templateId: template.id, templateBy: null },
            ...{ output: { formats: ['webp'], width: 18 }, writeBack: null },
          },
          {
            key: 'out_tile',
            name: 'tile',
            templateId: template.id,
            templateBy: {
              ...{ field: { id: 'fld4', name: 'Kind' }, templates: { New: template.id } },
              otherwise: 'template_id',
            },
            output: { formats: ['jpeg'] },
            writeBack: { attachment: { field: { id: 'fld3', name: 'File' }, mode: 'append' } },
          },
        ],
        mapping: { title: { field: { id: 'fld1', name: 'Name' } }, footer: { value: 'since 1999' } },
        output: { formats: ['png', 'jpeg'], quality: 80 },
        writeBack: {
          url: { id: 'fld2', name: 'Image' },
          attachment: { field: { id: 'fld3', name: 'File' }, mode: 'append' },
          refillEmpty: true,
        },
        stopAfterFailures: 20,
        ...{ feedTokenHash: null, sealedFeedToken: null },
        stableUrls: { field: { id: 'fld_1', name: 'SKU' } },
        fileName: { pattern: '{{SKU}}', fields: { SKU: { id: 'fld_1', name: 'SKU' } } },
        ...times,
      }
      await data.actions.insert(action)
      return action
    },
    async addRun(action, change) {
      const run = activeRun(id('run'), action.id, change)
      await data.runs.insert(run)
      return run
    },
  }
}

/** `describeData()` proves that a database keeps what the data ports promise. `open` gives an empty one. */
export function describeData(name: string, open: () => Promise<OpenData>): void {
  describe(`data in ${name}`, () => {
    let opened: OpenData | undefined
    let subject: Subject | undefined
    beforeAll(async () => {
      opened = await open()
      subject = createSubject(opened)
    })
    afterAll(() => opened?.close())
    const get = () => {
      if (subject === undefined) throw new Error('the database was not opened')
      return subject
    }
    describeResources(get)
    describeImageFiles(get)
    describeOutputs(get)
    describeRuns(get)
    describeRunRecords(get)
    describeTables(get)
    describeTableLinks(get)
    describeTableImports(get)
    describeWaitingCalls(get)
    describeWebhooks(get)
    describeAccess(get)
    describeBatches(get)
    describeDeletedRecords(get)
    describeErasure(get)
    describeExceptions(get)
    describeLeases(get)
    describeCallCounts(get)
    describeDrafts(get)
    describeFonts(get)
    describeForms(get)
    describeRecordKeys(get)
    describeUrlKeys(get)
    describePeople(get)
  })
}
