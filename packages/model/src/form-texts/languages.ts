/** Languages that the page of a form speaks: by language, or by language and script where one is written in two. */
export const formLanguages = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh-Hans',
  'zh-Hant',
] as const

export type FormLanguage = (typeof formLanguages)[number]
