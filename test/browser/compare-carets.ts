import {
  caretLines,
  plainText,
  readText,
  replaceRange,
  showText,
  type TextRange,
  typedChange,
  writeText,
} from '@pictable/editor/text'
import { type BrowserRenderer, draw, type TemplateInput, textLayout } from '@pictable/renderer/browser'

interface Sample {
  readonly language: string
  readonly text: string
}

const WIDTH_PX = 430
const FONT_PX = 26
const LINE_HEIGHT = 1.7
/** Lines are as wide as those of the browser to half a percent: of 430 px, these are 2. */
const MOST_OFF_PX = 2.5

/** Draws a text, and says where its caret can be and in which fonts it is drawn, as a style sheet has them. */
async function drawText({ layOut }: BrowserRenderer, { language, text }: Sample) {
  const written = writeText(plainText(text), { markup: true, stars: true })
  const template: TemplateInput = { schema: 1, width: WIDTH_PX, height: 600, layers: [] }
  const size = { width: WIDTH_PX, height: 1, fontSize: FONT_PX, lineHeight: LINE_HEIGHT } as const
  const layer = { type: 'text', name: 'Words', text: written, language, fit: 'overflow', ...size } as const
  const picture = await layOut({ template: { ...template, layers: [layer] } })
  const geometry = textLayout(picture, [0])
  if (!geometry) throw new Error('the text is not drawn')
  const read = readText(written, { markup: true })
  const fonts = new Set<string>()
  const { prototype } = CanvasRenderingContext2D
  const { fillText } = prototype
  prototype.fillText = function note(...words) {
    for (const family of this.font.replace(/^.*?px /, '').split(', ')) fonts.add(family)
    fillText.apply(this, words)
  }
  try {
    draw(picture, document.createElement('canvas'))
  } finally {
    prototype.fillText = fillText
  }
  return {
    read,
    lines: caretLines(
      geometry,
      showText(read, () => ''),
    ),
    fonts: [...fonts].join(', '),
  }
}

/** A text that the browser itself edits, in the same fonts and as wide. */
function openEditable(tag: 'div' | 'textarea', { language, fonts }: { language: string; fonts: string }): HTMLElement {
  const element = document.createElement(tag)
  Object.assign(element.style, {
    ...{ position: 'absolute', left: '0', top: '0', width: `${WIDTH_PX}px`, padding: '0', border: '0' },
    ...{ font: `${FONT_PX}px/${LINE_HEIGHT} ${fonts}`, whiteSpace: 'pre-wrap', overflowWrap: 'break-word' },
    ...{ textRendering: 'geometricPrecision', fontSynthesis: 'none', textSpacingTrim: 'space-all' },
  })
  element.lang = language
  element.dir = 'auto'
  if (tag === 'div') element.contentEditable = 'true'
  document.body.append(element)
  return element
}

type Place = () => number

/** Where the caret comes from one end to the other, by steps of the browser. */
function walk(place: Place, direction: 'forward' | 'backward', by: 'character' | 'word'): number[] {
  const found = [place()]
  for (;;) {
    getSelection()?.modify('move', direction, by)
    const at = place()
    if (at === found.at(-1)) return found
    found.push(at)
  }
}

/** The text without what a Backspace at a place deletes, by the browser and by what the editor makes of its field. */
function deletions(text: string, at: number, { div, field }: { div: HTMLElement; field: HTMLTextAreaElement }) {
  div.textContent = text
  div.focus()
  getSelection()?.collapse(div.firstChild, at)
  document.execCommand('delete')
  field.value = text
  field.focus()
  field.setSelectionRange(at, at)
  document.execCommand('delete')
  const change = typedChange(text, field.value, field.selectionEnd)
  const nothing: TextRange = { from: 0, to: 0 }
  const before = readText(writeText(plainText(text), { markup: true, stars: true }), { markup: true })
  const own = replaceRange(before, change?.range ?? nothing, plainText(change?.inserted ?? '')).plain
  return { browser: div.textContent, own }
}

/** How far the nearest place of ours is from where the browser draws its caret, in px. */
function distanceAt(node: Node, at: number, places: readonly { x: number; y: number; height: number }[]): number {
  const range = document.createRange()
  range.setStart(node, at)
  const { x, y, height } = range.getBoundingClientRect()
  const middle = y + height / 2
  return places
    .filter((place) => middle >= place.y && middle <= place.y + place.height)
    .reduce((least, place) => Math.min(least, Math.abs(place.x - x)), Number.POSITIVE_INFINITY)
}

/** Puts a text beside the same one in a `contenteditable`: its caret, what Backspace deletes and how words are passed. */
export async function compareCarets(renderer: BrowserRenderer, sample: Sample) {
  const { text, language } = sample
  const { lines, fonts } = await drawText(renderer, sample)
  const places = lines.flatMap(({ stops, y, height }) => stops.map(({ at, x }) => ({ at, x, y, height })))
  const div = openEditable('div', { language, fonts })
  const field = openEditable('textarea', { language, fonts })
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
  try {
    div.textContent = text
    field.value = text
    const node = div.firstChild
    const selection = getSelection()
    if (!node || !selection) throw new Error('nothing can be selected')
    const walks: Record<'browser' | 'own', number[][]> = { browser: [], own: [] }
    for (const [direction, from] of [
      ['forward', 0],
      ['backward', text.length],
    ] as const) {
      div.focus()
      selection.collapse(node, from)
      walks.browser.push(walk(() => selection.focusOffset, direction, 'word'))
      field.focus()
      field.setSelectionRange(from, from)
      walks.own.push(walk(() => field.selectionEnd, direction, 'word'))
    }
    div.focus()
    selection.collapse(node, 0)
    const stops = walk(() => selection.focusOffset, 'forward', 'character')
    const far = stops.flatMap((at) => {
      const own = places.filter((place) => place.at === at)
      const px = distanceAt(node, at, own)
      return px > MOST_OFF_PX ? [`${text.slice(0, at)}|${text.slice(at)}: ${px} px`] : []
    })
    const deleted = stops.slice(1).map((at) => deletions(text, at, { div, field }))
    return {
      stops: { browser: stops, own: [...new Set(places.map(({ at }) => at))].sort((one, other) => one - other) },
      /** Where the browser draws its caret elsewhere. */
      far,
      words: walks,
      deleted: { browser: deleted.map(({ browser }) => browser), own: deleted.map(({ own }) => own) },
    }
  } finally {
    div.remove()
    field.remove()
  }
}
