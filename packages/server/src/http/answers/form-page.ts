import { MAX_ANSWER_LENGTH, type Question, uploadTypes } from '@pictable/model/form'
import { createFormText, type FormText, type SpokenTexts } from '@pictable/model/form-texts/fill'
import { formTextFor, spokenFor, spokenIn } from '@pictable/model/form-texts/texts'
import { questionId } from '#core/form/form.ts'
import type { OpenForm } from '#core/form/open-form.ts'
import type { Form } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { escapeMarkup } from '#core/words.ts'
import type { FormState } from '#http/endpoint/server-state.ts'

const attributes = (pairs: Readonly<Record<string, string | number | boolean | null>>) =>
  Object.entries(pairs)
    .flatMap(([name, value]) => {
      if (value === null || value === false) return []
      return value === true ? ` ${name}` : ` ${name}="${escapeMarkup(String(value))}"`
    })
    .join('')

/** Radio buttons up to this number, a list beyond. */
const MAX_RADIOS = 4

interface Page {
  body: Uint8Array
  headers: Record<string, string>
}

/** Scripts and styles of this server, its images, and whoever may embed it: nothing else. */
function headersOf({ imageOrigins }: FormState, ancestors: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", 'blob:', ...imageOrigins].join(' ')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // Browsers that know no frame-ancestors allow no exceptions either.
    ...(ancestors.length > 0 && { 'x-frame-options': '' }),
  }
}

interface Content {
  title: string
  language: string
  description?: string
  main: string
  /** Of the page's script, for a page that has one. */
  texts?: SpokenTexts
  ancestors: readonly string[]
}

/** Data, which no script of the page can end early. */
const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

function pageOf(state: FormState, { title, language, description = '', main, texts, ancestors }: Content): Page {
  const { files } = state
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    `<meta property="og:title" content="${escapeMarkup(title)}">`,
    ...(description === '' ? [] : [`<meta name="description" content="${escapeMarkup(description)}">`]),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...(files === null ? [] : [`<link rel="stylesheet" href="${files.style}">`]),
    ...(texts === undefined ? [] : [dataBlock('texts', texts)]),
    ...(texts === undefined || files === null ? [] : [`<script type="module" src="${files.script}"></script>`]),
  ]
  const dir = new Intl.Locale(language).getTextInfo().direction
  const text = `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${dir}">
<head>
${head.join('\n')}
</head>
<body>
${main}
</body>
</html>
`
  return { body: new TextEncoder().encode(text), headers: headersOf(state, ancestors) }
}

const message = (title: string, text: string) =>
  `<main class="message"><h1 dir="auto">${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p></main>`

/** The first language of a visitor that the page speaks, by the header of the browser: `pt-BR,pt;q=0.9,en;q=0.8`. */
function preferred(acceptLanguage: string): SpokenTexts {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim())
      return { tag, weight: Number(weight.replace('q=', '')) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of wanted) {
    const spoken = spokenIn(tag)
    if (spoken !== null) return spoken
  }
  return spokenFor('en')
}

/** Of a link that leads nowhere. Its language is the visitor's. */
export function missingPage(state: FormState, acceptLanguage: string): Page {
  const spoken = preferred(acceptLanguage)
  const text = createFormText(spoken)
  const title = text('missing')
  const main = message(title, text('missing_help'))
  return pageOf(state, { title, language: spoken.language, main, ancestors: [] })
}

/** Of a form that is disabled, or cannot work. */
export function closedPage(state: FormState, { title, language, frameAncestors }: Form): Page {
  const main = message(title, formTextFor(language)('closed'))
  return pageOf(state, { title, language, main, ancestors: frameAncestors })
}

/** The control of a question. `id`: of the element that its label names. `own`: what the page says itself, as markup. */
function controlOf(question: Question, id: string, own: FormText): string {
  const { kind, required, min, max, default: usual } = question
  const described = `help-${id} error-${id}`
  const shared = { id, name: id, 'aria-describedby': described, 'aria-required': required ? 'true' : null }
  const value = usual === null ? '' : String(usual)
  const most = question.maxLength ?? MAX_ANSWER_LENGTH[kind] ?? null
  switch (kind) {
    case 'text':
      return `<input type="text"${attributes({ ...shared, value, dir: 'auto', 'data-max': most })}>`
    case 'long_text':
      return `<textarea rows="4"${attributes({ ...shared, dir: 'auto', 'data-max': most })}>\n${escapeMarkup(value)}</textarea>`
    case 'number':
      return `<input type="number" step="any" inputmode="decimal"${attributes({ ...shared, value, min, max })}>`
    case 'date':
      return `<input type="date"${attributes({ ...shared, value })}>`
    case 'color': {
      const color = value === '' ? '#888888' : value
      const clear =
        required || value !== '' ? '' : `<button type="button" class="quiet" data-clear hidden>${own('clear')}</button>`
      const isSet = required || value !== ''
      return `<span class="color"><input type="color"${attributes({ ...shared, 'aria-required': null, value: color, 'data-set': isSet })}><output for="${id}">${isSet ? escapeMarkup(color) : own('none')}</output>${clear}</span>`
    }
    case 'checkbox':
      return `<input type="checkbox"${attributes({ ...shared, checked: usual === true })}>`
    case 'choice':
      return choicesOf(question, shared, own)
    case 'image':
      return `<span class="upload"><input type="file"${attributes({ ...shared, accept: uploadTypes.join() })}><span class="drop"><img class="thumb" alt="" hidden><span class="told" role="status">${own('choose_picture')}</span></span><button type="button" class="quiet" data-clear hidden>${own('remove')}</button></span>`
  }
}

function choicesOf(
  { choices, required, default: usual }: Question,
  shared: Record<string, string | null>,
  own: FormText,
): string {
  const id = shared.id ?? ''
  if (choices.length > MAX_RADIOS) {
    const options = choices.map(
      (choice) =>
        `<option${attributes({ value: choice, selected: choice === usual })}>${escapeMarkup(choice)}</option>`,
    )
    return `<select${attributes(shared)}><option value="">${own('choose')}</option>${options.join('')}</select>`
  }
  const radios = [...choices, ...(required ? [] : [''])].map((choice, index) => {
    const isChosen = usual === null ? !required && choice === '' : choice === usual
    const radio = { id: `${id}-${index}`, name: id, value: choice, checked: isChosen }
    return `<label class="radio"><input type="radio"${attributes(radio)}><span dir="auto">${choice === '' ? own('none') : escapeMarkup(choice)}</span></label>`
  })
  return `<span class="radios">${radios.join('')}</span>`
}

function questionOf(question: Question, id: string, own: FormText): string {
  const { kind, label, help, required, choices } = question
  const isGroup = kind === 'choice' && choices.length <= MAX_RADIOS
  const optional = required ? '' : ` <span class="optional">${own('optional')}</span>`
  const name = `<span dir="auto">${escapeMarkup(label)}</span>${optional}`
  const control = controlOf(question, id, own)
  const helpText = `<p class="help" id="help-${id}" dir="auto">${escapeMarkup(help ?? '')}</p>`
  const error = `<p class="error" id="error-${id}"></p>`
  const facts = attributes({
    class: 'question',
    'data-id': id,
    'data-kind': kind,
    'data-label': label,
    'data-required': required,
  })
  if (isGroup)
    return `<fieldset${facts} aria-describedby="help-${id} error-${id}"><legend>${name}</legend>${helpText}${control}${error}</fieldset>`
  if (kind === 'checkbox')
    return `<div${facts}><label class="check" for="${id}">${control}<span>${name}</span></label>${helpText}${error}</div>`
  return `<div${facts}><label for="${id}">${name}</label>${helpText}${control}${error}</div>`
}

/** The page of a form: all that it asks for, without names of variables, tables or layers. */
export function formPage({ digest }: Pick<World, 'digest'>, state: FormState, { form, version }: OpenForm): Page {
  const { title, intro, language, submitLabel, thanks, frameAncestors } = form
  const { width, height } = version.design
  const texts = spokenFor(language)
  const text = createFormText(texts)
  const own: FormText = (name) => escapeMarkup(text(name))
  const questions = form.questions.map((question) => questionOf(question, questionId(digest, question), own))
  const main = `<main class="page">
<header><h1 dir="auto">${escapeMarkup(title)}</h1>${intro === '' ? '' : `<p class="intro" dir="auto">${escapeMarkup(intro)}</p>`}</header>
<section class="preview" aria-label="${own('preview')}"><div class="frame"><img id="preview" alt="${own('preview_alt')}"${attributes({ width, height })}></div><p id="preview-note" role="status"></p></section>
<form novalidate>
${questions.join('\n')}
<p class="failure" role="alert" id="failure"></p>
<button type="submit" class="submit" dir="auto">${submitLabel === '' ? own('submit') : escapeMarkup(submitLabel)}</button>
<noscript><p class="failure">${own('no_javascript')}</p></noscript>
</form>
<section class="result" id="result" tabindex="-1" hidden><h2>${own('done')}</h2><p id="thanks" dir="auto">${escapeMarkup(thanks)}</p><p id="told" role="status"></p><div id="images"></div><button type="button" class="quiet" id="again">${own('again')}</button></section>
</main>`
  return pageOf(state, { title, language, description: intro, main, texts, ancestors: frameAncestors })
}
