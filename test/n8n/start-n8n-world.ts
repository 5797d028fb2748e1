import { type ActionParts, adminKey, makeAction, startWholeApp, type WholeApp } from '#test/scenarios/whole-app.ts'

/** A card with a variable of each kind. */
export const cardDesign = {
  ...{ schema: 1, name: 'Card', width: 320, height: 180, background: { bind: 'Brand', fallback: '#10243e' } },
  layers: [
    { type: 'text', name: 'Title', x: 16, y: 16, width: 200, height: 60, text: { bind: 'Title' } },
    {
      type: 'text',
      name: 'Price',
      x: 16,
      y: 90,
      width: 200,
      height: 40,
      text: '{{Price}}',
      fontSize: { bind: 'Size', fallback: 20 },
    },
    { type: 'image', name: 'Photo', x: 220, y: 16, width: 80, height: 80, src: { bind: 'Photo', fallback: null } },
    {
      type: 'rectangle',
      name: 'Band',
      x: 0,
      y: 160,
      width: 320,
      height: 20,
      fill: '#e8b44c',
      visible: { bind: 'Sale', fallback: true },
    },
  ],
}

const parts: ActionParts = {
  fields: [
    { name: 'Title', kind: 'text' },
    { name: 'Price', kind: 'number' },
    { name: 'Broken', kind: 'text' },
  ],
  rows: [
    { Title: 'Teapot', Price: 3, Broken: 'http://127.0.0.1:9/gone.png' },
    ...['Bowl', 'Vase'].map((Title) => ({ Title, Price: 3 })),
  ],
  design: cardDesign,
}

export interface N8nWorld {
  app: WholeApp
  url: string
  apiKey: string
  templateId: string
  actionId: string
}

/** The whole server with a template and an action on three rows. */
export async function startN8nWorld(settings: Readonly<Record<string, string>> = {}): Promise<N8nWorld> {
  const app = await startWholeApp({ PICTABLE_RENDER_PROCESSES: '1', ...settings })
  const { actionId } = await makeAction(app.client, parts)
  const { template_id: templateId } = await app.client.actions.get({ params: { id: actionId } })
  return { app, url: app.url, apiKey: adminKey, templateId, actionId }
}
