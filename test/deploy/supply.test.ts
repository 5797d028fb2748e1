import { lockedPackages } from '@pictable/dashboard/locked-packages.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sbom } from '#release/sbom.ts'

/** What may be in a release, by its SPDX name. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]

/** What else some may have, since we load them as they are and change nothing in them. */
const allowedFor: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^@resvg\/resvg-js/,
}

/** Every licence that applies, or one of those that may be chosen. */
function isAllowed(expression: string, name: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowed.includes(one) || allowedFor[one]?.test(name)))
}

test('every package of a release has a licence that may be in it', () => {
  const packages = lockedPackages()
  expect(packages.length).toBeGreaterThan(200)
  const others = packages.filter(({ licence, name }) => !isAllowed(licence, name))
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test.each([
  ['MIT', 'any', true],
  ['(MIT OR GPL-3.0-only)', 'any', true],
  ['MIT AND GPL-3.0-only', 'any', false],
  ['LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64', true],
  ['LGPL-3.0-or-later', 'any', false],
  ['SEE LICENSE IN LICENSE.md', 'any', false],
  ['none', 'any', false],
])('%s of %s: %s', (licence, name, outcome) => {
  expect(isAllowed(licence, name)).toBe(outcome)
})

const component = z.strictObject({
  type: z.enum(['application', 'library']),
  'bom-ref': z.string().min(1),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/),
  licenses: z.tuple([z.strictObject({ expression: z.string().min(1) })]),
  hashes: z.tuple([z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })]),
})

/** CycloneDX 1.6, as far as it is used. */
const bom = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.object({ component: component.pick({ type: true, 'bom-ref': true, name: true, version: true }) }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

test('the bill of materials is CycloneDX, whole, and the same every time', () => {
  const { metadata, components, dependencies } = bom.parse(sbom('1.2.3'))
  const refs = [metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]
  expect(new Set(refs).size).toBe(refs.length)
  expect(dependencies.map(({ ref }) => ref)).toEqual(refs)
  for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
  for (const name of ['fastify', '@napi-rs/canvas', 'pg', 'sharp'])
    expect(components.map((one) => one.name)).toContain(name)
  expect(sbom('1.2.3')).toEqual(sbom('1.2.3'))
  expect(sbom('1.2.4').serialNumber).not.toBe(sbom('1.2.3').serialNumber)
})
