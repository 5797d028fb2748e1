import { layerProperties, layerTypes, pageProperties } from '@pictable/renderer/property-schemas'
import type { Plugin } from 'vite'

/** What a page gets in place of the module that writes the schemas. */
function written(): string {
  const kinds = Object.fromEntries(layerTypes.map((type) => [type, layerProperties(type)]))
  return `const kinds = ${JSON.stringify(kinds)}
const page = ${JSON.stringify(pageProperties())}
export const layerTypes = Object.keys(kinds)
export const layerProperties = (type) => kinds[type] ?? {}
export const pageProperties = () => page
`
}

/** zod hangs its writer of JSON Schema on every schema: 5 kB that no page calls. */
function withoutWriter(code: string): string {
  return code
    .replaceAll(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined')
    .replace('createToJSONSchemaMethod(this, {})(params)', 'undefined')
}

/** What a property is for, as the code of a layer says it: the schemas written ahead have it too. */
const description = /\s*\.apply\(\s*describe,\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`),?\s*\)/g

function changed(code: string, id: string): string | null {
  if (/\/zod\/v4\/classic\/schemas\.js(\?|$)/.test(id)) return withoutWriter(code)
  return /\/packages\/renderer\/src\//.test(id) ? code.replaceAll(description, '') : null
}

/** Writes the JSON Schemas of properties when the dashboard is built: pages have the data, and not what writes it. */
export function schemasAhead(): Plugin {
  return {
    name: 'pictable:schemas-ahead',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.endsWith('/renderer/src/template/property-schemas.ts') ? written() : null),
    transform: changed,
  }
}
