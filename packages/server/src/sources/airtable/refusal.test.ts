import { expect, test } from 'vitest'
import { refusalIn, rejectionOf } from './refusal.ts'

function rejected(status: number, body: unknown) {
  const judged = rejectionOf({ status, body })
  if (judged === 'foreign') throw new Error('taken for another product')
  return judged
}

const limited = (error: string) => ({ errors: [{ error, message: 'Rate limit exceeded. Please try again later' }] })

test.each<[number, unknown, string, RegExp]>([
  [401, { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } }, 'source_auth', /token/],
  [
    403,
    { error: { type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND', message: 'Invalid permissions, or …' } },
    'source_forbidden',
    /data\.records:read, data\.records:write and schema\.bases:read/,
  ],
  [
    403,
    { error: { type: 'INVALID_PERMISSIONS', message: 'You are not permitted to …' } },
    'source_forbidden',
    /scopes/,
  ],
  [404, { error: 'NOT_FOUND' }, 'source_not_found', /deleted/],
  [404, { error: { type: 'NOT_FOUND' } }, 'source_not_found', /deleted/],
  [
    404,
    { error: { type: 'MODEL_ID_NOT_FOUND', message: 'Record not found' } },
    'source_not_found',
    /record was deleted/,
  ],
  [404, { error: { type: 'TABLE_NOT_FOUND', message: 'Could not find table' } }, 'source_not_found', /table/],
  [413, { error: { type: 'REQUEST_TOO_LARGE' } }, 'source_invalid', /too large/],
  [413, '<html>', 'source_invalid', /too large/],
  [
    422,
    { error: { type: 'INVALID_VALUE_FOR_COLUMN', message: 'Field "x" cannot accept the provided value' } },
    'source_invalid',
    /does not accept this value.*Airtable says: Field "x" cannot accept/,
  ],
  [422, { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "x"' } }, 'source_not_found', /field/],
  [
    422,
    { error: { type: 'INVALID_MULTIPLE_CHOICE_OPTIONS', message: 'Insufficient permissions to create … "done"' } },
    'source_invalid',
    /no such option.*"done"/,
  ],
  [422, { error: { type: 'INVALID_ATTACHMENT_OBJECT', message: 'Invalid …' } }, 'source_invalid', /INVALID_ATTACHMENT/],
  [422, { error: { type: 'ROW_DOES_NOT_EXIST', message: 'Record ID rec1 does …' } }, 'source_not_found', /record/],
  [422, { error: { type: 'INVALID_FILTER_BY_FORMULA', message: 'bad' } }, 'source_invalid', /INVALID_FILTER/],
  [422, { error: { type: 'VIEW_NAME_NOT_FOUND', message: 'View x not found' } }, 'source_not_found', /view/],
  [422, { error: { type: 'VIEW_ID_NOT_FOUND' } }, 'source_not_found', /view/],
  [422, { error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' } }, 'source_cursor_expired', /first record/],
  [422, { error: { type: 'INVALID_REQUEST_MISSING_FIELDS' } }, 'source_invalid', /INVALID_REQUEST_MISSING_FIELDS/],
  [429, limited('RATE_LIMIT_REACHED'), 'source_rate_limited', /limits the requests/],
  [429, { error: { type: 'TOO_MANY_REQUESTS', message: 'x' } }, 'source_rate_limited', /limits the requests/],
  [429, '<html>', 'source_rate_limited', /limits the requests/],
  [429, limited('PUBLIC_API_BILLING_LIMIT_EXCEEDED'), 'source_quota', /month/],
  [429, { error: { type: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: 'x' } }, 'source_quota', /month/],
  [500, { error: { type: 'SERVER_ERROR' } }, 'source_unavailable', /500/],
  [502, undefined, 'source_unavailable', /502/],
  [503, '<!DOCTYPE html>', 'source_unavailable', /503/],
  [418, { surprise: true }, 'source_invalid', /418/],
])('rejectionOf() puts %d %j into words', (status, body, code, words) => {
  const rejection = rejected(status, body)
  expect(rejection?.error).toMatchObject({ code, message: expect.stringMatching(words) })
  expect(rejection?.pauseMs).toBe(code === 'source_rate_limited' ? 30_000 : undefined)
  expect(refusalIn(rejection?.error)?.status).toBe(status)
})

test.each([
  [301, undefined],
  [401, '<html>'],
  [403, { message: 'Forbidden' }],
  [404, undefined],
])('rejectionOf() knows %d %j as an answer of another product', (status, body) => {
  expect(rejectionOf({ status, body })).toBe('foreign')
})

test('rejectionOf() lets answers pass that are well, and cuts long words of others', () => {
  expect(rejectionOf({ status: 200, body: { error: 'x' } })).toBeNull()
  const long = rejected(422, { error: { type: 'X', message: 'y'.repeat(5000) } })
  expect(long?.error.message.length).toBeLessThan(400)
})
