import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'

describe('parseConfig()', () => {
  test('gives the defaults when nothing is set', () => {
    expect(parseConfig({})).toMatchObject({
      PICTABLE_HOST: '127.0.0.1',
      PICTABLE_PORT: 4400,
      PICTABLE_SEED_SAMPLE: true,
    })
  })

  test('reads a value from the file that NAME_FILE names', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pictable-config-')), 'key')
    writeFileSync(file, 'an-admin-key-from-a-file\n')
    expect(parseConfig({ PICTABLE_ADMIN_KEY_FILE: file }).PICTABLE_ADMIN_KEY).toBe('an-admin-key-from-a-file')
  })

  test.each([
    [{ PICTABLE_PROT: '1' }, /PICTABLE_PROT is not a setting/],
    [{ PICTABLE_PORT: 'many' }, /PICTABLE_PORT: must be a whole number from 1 to 65535/],
    [{ PICTABLE_PORT: '65536' }, /PICTABLE_PORT/],
    [{ PICTABLE_PUBLIC_URL: 'example.com' }, /PICTABLE_PUBLIC_URL: must be an http or https URL/],
    [{ PICTABLE_SEED_SAMPLE: 'maybe' }, /PICTABLE_SEED_SAMPLE/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%E0%A4%A' }, /OTLP_HEADERS: must be like name=value/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /SAMPLER_ARG: must be a number from 0 to 1/],
    [{ PICTABLE_ADMIN_KEY: 'short' }, /PICTABLE_ADMIN_KEY: must be 16 to 256/],
    [
      { PICTABLE_SECRET_KEY_FILE: '/nowhere/key' },
      /PICTABLE_SECRET_KEY_FILE names \/nowhere\/key, which cannot be read/,
    ],
    [{ PICTABLE_HOST: 'a', PICTABLE_HOST_FILE: '/b' }, /Both PICTABLE_HOST and PICTABLE_HOST_FILE/],
  ])('refuses %j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message)
  })

  test('leaves alone what the guides export for programs that call the API', () => {
    expect(() => parseConfig({ PICTABLE_KEY: 'pk_x', PICTABLE_URL: 'http://127.0.0.1:4400' })).not.toThrow()
  })

  test('lists the settings once, however many names are none', () => {
    const lists = () => parseConfig({ PICTABLE_PROT: '1', PICTABLE_HOTS: 'x' })
    expect(lists).toThrow(/PICTABLE_PROT is not a setting[\s\S]*PICTABLE_HOTS is not a setting/)
    expect(lists).not.toThrow(/PICTABLE_DATA_DIR[\s\S]*PICTABLE_DATA_DIR/)
  })

  test('names every problem at once', () => {
    expect(() => parseConfig({ PICTABLE_PORT: 'x', PICTABLE_LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})
