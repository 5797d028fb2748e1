import { type LayerId, layersOf } from '@pictable/editor'
import { missingLetters, textWarnings } from '@pictable/renderer/browser'
import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { missingFields } from '#dashboard/screens/editor/session/missing-fields.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { otherCurrencies } from './other-currencies.ts'
import { createWordCounter, type TextTopic, textMessages } from './text-messages.ts'

/** What is to be said about one layer, or the background of the page, as it is drawn now. */
export interface LayerMessage {
  readonly layer: LayerId | 'page'
  /** A note says what is as the design asks for, such as that a text was shrunk a little. */
  readonly kind: 'error' | 'warning' | 'loading' | 'note'
  readonly text: string
  /** What it is about, where its words change with each letter that is typed. */
  readonly topic?: TextTopic
  /** The missing glyphs. */
  readonly letters?: string
}

/** Some errors list all there is, such as every font. */
const MAX_CHARACTERS = 200

/** Said on the layer itself: without its name, and not endlessly. */
function shorten(text: string, name: string): string {
  const own = text
    .replace(`layer "${name}": `, '')
    .replace(`the image in layer "${name}"`, 'the file')
    .replace(/\.$/, '')
  const sentence = own.charAt(0).toUpperCase() + own.slice(1)
  return sentence.length > MAX_CHARACTERS ? `${sentence.slice(0, MAX_CHARACTERS)}…` : sentence
}

/** One list, so that readers see that nothing changed. */
const NONE: readonly LayerMessage[] = []
const known = new WeakMap<object, { source: object; messages: readonly LayerMessage[] }>()

/** The family of texts that name none. */
export const DEFAULT_FAMILY = 'Inter'

function pageMessages({ page, design: { background } }: Frame): readonly LayerMessage[] {
  const layer = 'page'
  if (page.loading)
    return [{ layer, kind: 'loading', text: t('editor.layer_loading', { name: titleOf('background') }) }]
  if (page.error) return [{ layer, kind: 'error', text: shorten(page.error.message, '') }]
  const isReplaced = typeof background === 'object' && 'fallback' in background
  const replaced = isReplaced ? page.missing : undefined
  return [
    ...page.warnings.map((text): LayerMessage => ({ layer, kind: 'warning', text: reasonWords(text, '', replaced) })),
    ...page.information.map((text): LayerMessage => ({ layer, kind: 'note', text: reasonWords(text, '', replaced) })),
  ]
}

/** @param replaced the reason for which a fallback is shown */
function reasonWords(text: string, name: string, replaced: string | undefined): string {
  const reason = shorten(text, name)
  return text === replaced ? t('editor.layer_fallback', { reason }) : reason
}

/** Errors, warnings, notes and what is still on its way, in drawing order; of the document before while a new one is laid out. */
export function layerMessages(state: EditorState): readonly LayerMessage[] {
  const { document, frame, recordSource: source } = state
  if (!frame) return NONE
  const made = known.get(frame)
  if (made?.source === source) return made.messages
  if (frame.design !== document.design) return NONE
  const counter = createWordCounter()
  const ofLayers = [...layersOf(document)].flatMap(([layer, { layer: own }]): LayerMessage[] => {
    const { name } = own
    const place = placeOf(state, layer)
    if (!place) return []
    if (place.isLoading) return [{ layer, kind: 'loading', text: t('editor.layer_loading', { name }) }]
    if (place.error !== undefined) return [{ layer, kind: 'error', text: shorten(place.error, name) }]
    const lost = missingFields(state).filter(({ layers }) => layers.includes(layer))
    const missing = lost.map((each): LayerMessage => {
      return { layer, kind: 'warning', text: t('data.layer_missing', { name: each.name }) }
    })
    const currencies = otherCurrencies(state).filter(({ layers }) => layers.includes(layer))
    const prices = currencies.map(({ currency, shown }): LayerMessage => {
      return { layer, kind: 'warning', text: t('data.layer_currency', { currency, shown }) }
    })
    const replaced = 'fallback' in own ? frame.report[name]?.missing : undefined
    const ofText = textWarnings(frame.report[name] ?? {}).map(({ message }) => message)
    const isOther = (text: string) => !ofText.includes(text)
    const warnings = place.warnings.filter(isOther).map((text): LayerMessage => {
      return { layer, kind: 'warning', text: reasonWords(text, name, replaced) }
    })
    const notes = place.information.filter(isOther).map((text): LayerMessage => {
      return { layer, kind: 'note', text: reasonWords(text, name, replaced) }
    })
    const ofWords = textMessages(frame, place, {
      isTable: own.type === 'table',
      counter,
      missing: frame.report[name]?.missingGlyphs && frame.laidOut ? missingLetters(frame.laidOut, place.path) : [],
    })
    return [...missing, ...prices, ...ofWords.map((message) => ({ layer, ...message })), ...warnings, ...notes]
  })
  const messages = [...pageMessages(frame), ...ofLayers]
  known.set(frame, { source, messages })
  return messages
}
