import { describe, expect, test } from 'vitest'
import { type Caller, operator } from '#http/caller/caller.ts'
import { imageFilterOf } from './image-filter.ts'

const limited: Caller = { ...operator, actionIds: ['act_1', 'act_2'] }
const refused = expect.objectContaining({ code: 'forbidden' })

describe('imageFilterOf()', () => {
  test('lets a limited key ask for images of its own actions alone', () => {
    expect(imageFilterOf(limited, { action_id: 'act_2' })).toEqual({ actionId: 'act_2' })
    expect(() => imageFilterOf(limited, { action_id: 'act_3' })).toThrow(refused)
    expect(() => imageFilterOf(limited, {})).toThrow(refused)
    expect(() => imageFilterOf(limited, { run_id: 'run_1', record_id: 'act_1' })).toThrow(refused)
  })

  test('passes on each part of the filter, and no other', () => {
    expect(imageFilterOf(operator, {})).toEqual({})
    const query = {
      run_id: 'run_1',
      template_id: 'tpl_1',
      record_id: 'rec_1',
      modified_layer: 'title',
      created_from: '2026-01-01T00:00:00Z',
      created_until: '2026-02-01T00:00:00Z',
    }
    expect(imageFilterOf(operator, query)).toEqual({
      runId: 'run_1',
      templateId: 'tpl_1',
      recordId: 'rec_1',
      modifiedLayer: 'title',
      createdFrom: new Date('2026-01-01T00:00:00Z'),
      createdUntil: new Date('2026-02-01T00:00:00Z'),
    })
  })
})
