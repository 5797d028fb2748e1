import { endpoints } from '@pictable/client'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { createOpenapi } from './openapi.ts'

const document = await createOpenapi()

describe('createOpenapi()', () => {
  test('passes the recommended rules', async () => {
    // The id of an image is never `batch`.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const told = problems.map(({ severity, ruleId, message, location }) => [
      severity,
      ruleId,
      message,
      location[0]?.pointer,
    ])
    expect(told).toEqual([])
  })

  test('has every endpoint', async () => {
    const text = JSON.stringify(document)
    for (const { name } of endpoints) expect(text).toContain(`"operationId":"${name}"`)
  })

  test('lets other requests in between', async () => {
    let turns = 0
    const turn = setInterval(() => turns++, 1)
    await createOpenapi()
    clearInterval(turn)
    expect(turns).toBeGreaterThan(10)
  })

  test('has every event of webhooks', async () => {
    const { webhooks } = document
    const names = [
      'batch.cancelled',
      'batch.completed',
      'image.created',
      'image.failed',
      'run.completed',
      'run.failed',
      'run.started',
    ]
    expect(Object.keys(Object(webhooks)).sort()).toEqual(names)
    expect(webhooks).toMatchObject({
      'image.created': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ImageCreatedEvent' } } },
          },
          responses: { '2XX': {} },
        },
      },
    })
  })

  test('says which parameters have to be there', async () => {
    const { paths } = document
    const parameters = (path: string, required: Record<string, boolean>) => ({
      [path]: {
        [path.startsWith('/v1/assets') ? 'post' : 'get']: {
          parameters: expect.arrayContaining(
            Object.entries(required).map(([name, isNeeded]) => expect.objectContaining({ name, required: isNeeded })),
          ),
        },
      },
    })
    expect(paths).toMatchObject({
      ...parameters('/v1/images', { limit: false, after: false, action_id: false }),
      ...parameters('/v1/runs/{id}', { id: true }),
      ...parameters('/v1/assets', { filename: true }),
    })
  })

  test('refers only to components that are there', async () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    const { components } = document
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) expect(components).toHaveProperty(['schemas', String(name)])
    expect(text).not.toContain('$defs')
  })
})
