import { createFormText, type FormText, type SpokenTexts } from '@pictable/model/form-texts/fill'
import { find } from './question.ts'

const read = (): SpokenTexts => JSON.parse(find(document, '#texts', HTMLScriptElement).textContent)

/** What the page says itself, in the language of the form. */
export const text: FormText = createFormText(read())
