import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { createFormText, type FormText, type FormTexts, type SpokenTexts } from './fill.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { FormLanguage } from './languages.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { sv } from './sv.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

const byLanguage: Readonly<Record<FormLanguage, FormTexts>> = {
  ...{ ar, cs, da, de, en, es, fr, he, it, ja, ko, nl, pl, pt, ru, sv, tr, uk },
  ...{ 'zh-Hans': zhHans, 'zh-Hant': zhHant },
}

const languages = new Map<string, FormTexts>(Object.entries(byLanguage))

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return null
  }
}

/** Null for a language that the page does not speak, and for what is no language tag. */
export function spokenIn(tag: string): SpokenTexts | null {
  const locale = localeOf(tag)
  if (locale === null) return null
  const texts = languages.get(`${locale.language}-${locale.script}`) ?? languages.get(locale.language)
  return texts === undefined ? null : { language: tag, texts }
}

/** What the page says in a form of this language: English, when it does not speak it. */
export const spokenFor = (tag: string): SpokenTexts => spokenIn(tag) ?? { language: 'en', texts: en }

export const formTextFor = (tag: string): FormText => createFormText(spokenFor(tag))
