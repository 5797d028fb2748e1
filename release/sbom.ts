/** Writes what a release is made of as a CycloneDX document: `node release/sbom.ts > pictable.cdx.json`. */
import { createHash } from 'node:crypto'
import { type Locked, lockedPackages } from '@pictable/dashboard/locked-packages.ts'

const purlOf = ({ name, version }: Pick<Locked, 'name' | 'version'>) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Integrity is `sha512-` and base64; CycloneDX has it in hexadecimal. */
function hashOf(integrity: string) {
  const [algorithm = '', base64 = ''] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }
}

/** Equal for equal packages: it has no time and no chance in it. */
export function sbom(version: string) {
  const locked = lockedPackages()
  const unique = new Map(locked.map((one) => [purlOf(one), one]))
  const digest = createHash('sha256')
    .update(JSON.stringify([version, [...unique.keys()]]))
    .digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  const purlAt = new Map(locked.map((one) => [one.path, purlOf(one)]))
  const component = { type: 'application', name: 'pictable', version, 'bom-ref': `pictable@${version}` }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component },
    components: [...unique].map(([purl, { name, version: itsVersion, licence, integrity }]) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version: itsVersion,
      purl,
      licenses: [{ expression: licence }],
      hashes: [hashOf(integrity)],
    })),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: [...unique.keys()] },
      ...[...unique].map(([ref, { needs }]) => ({
        ref,
        dependsOn: [...new Set(needs.flatMap((path) => purlAt.get(path) ?? []))],
      })),
    ],
  }
}

if (import.meta.main) {
  const { version } = await import('@pictable/server/settings/version.ts')
  console.log(JSON.stringify(sbom(version()), null, 2))
}
