import type { Drawn, Values } from './template.ts'

function shellQuoted(json: unknown): string {
  return `'${JSON.stringify(json, null, 2).replaceAll("'", "'\\''")}'`
}

/** What the preview shows: the values, and the name of a text that has none. */
export function previewedValues({ drawn, values }: { drawn: Drawn; values: Values }): Values {
  const named = drawn.variables.flatMap(({ name, kind }) => (kind === 'text' ? [[name, name] as const] : []))
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries([...named, ...given])
}

interface Use {
  templateId: string
  values: Values
}

/** One request that makes an image of this template with these values, in the languages that people copy. */
export function requestSamples({ templateId, values }: Use) {
  const body = { template_id: templateId, values, formats: ['png'] }
  const written = JSON.stringify(body, null, 2)
  return [
    {
      name: 'curl',
      code: `curl ${location.origin}/v1/images \\\n  -H "Authorization: Bearer $PICTABLE_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(body)}`,
    },
    {
      name: 'TypeScript',
      code: `import { createClient } from '@pictable/client'

const client = createClient({ baseUrl: '${location.origin}', apiKey: process.env.PICTABLE_KEY })
const image = await client.images.create({ body: ${written} })
console.log(image.url)`,
    },
    {
      name: 'Python',
      code: `import json, os, urllib.request

body = json.loads(r'''${written.replaceAll("'''", '\\u0027\\u0027\\u0027')}''')
request = urllib.request.Request(
    "${location.origin}/v1/images",
    data=json.dumps(body).encode(),
    headers={"Authorization": f"Bearer {os.environ['PICTABLE_KEY']}", "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request))["url"])`,
    },
  ] as const
}

/** An address that renders this template when it is opened. */
export function addressSample({ templateId, values }: Use): string {
  return `import { signImageUrl } from '@pictable/client'

const url = await signImageUrl({
  baseUrl: '${location.origin}',
  keyId: process.env.PICTABLE_URL_KEY_ID,
  secret: process.env.PICTABLE_URL_SECRET,
  templateId: '${templateId}',
  values: ${JSON.stringify(values, null, 2).replaceAll('\n', '\n  ')},
  expiresAt: new Date(Date.now() + 24 * 3600 * 1000),
})`
}
