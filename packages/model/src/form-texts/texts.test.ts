import { describe, expect, test } from 'vitest'
import { en } from './en.ts'
import { formLanguages } from './languages.ts'
import { formTextFor, spokenFor, spokenIn } from './texts.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

describe.each(formLanguages.filter((tag) => tag !== 'en'))('texts of forms in %s', (tag) => {
  const { texts } = spokenFor(tag)

  test('have the places of the English ones', () => {
    const places = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).map(([name, text]) => [name, placesIn(text)])
    expect(places(texts)).toEqual(places(en))
  })

  test('are sentences where the English ones are', () => {
    const isSentence = (text: string) => /[.。]$/.test(text)
    const differ = Object.entries(en).filter(([name, text]) => {
      const own = Object.entries(texts).find(([key]) => key === name)?.[1] ?? ''
      return own.trim() === '' || isSentence(own) !== isSentence(text)
    })
    expect(differ).toEqual([])
  })

  test('are translated', () => {
    const same = Object.entries(texts).filter(([name, text]) =>
      Object.entries(en).some(([key, english]) => key === name && english === text && / /.test(text)),
    )
    expect(same).toEqual([])
  })
})

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['pt-BR', 'pt'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['iw', 'he'],
])('a form in %s speaks %s', (tag, spoken) => {
  expect(spokenFor(tag).texts).toBe(spokenFor(spoken).texts)
})

test('a form in a language that the page does not speak says its own words in English, with English numbers', () => {
  for (const tag of ['fa', 'no language', '', '*'])
    expect([spokenIn(tag), spokenFor(tag)]).toEqual([null, { language: 'en', texts: en }])
  expect(formTextFor('fa')('too_small', { label: 'سن', min: 1000.5 })).toBe('سن must be at least 1,000.5.')
})

test('numbers are written as the language does, and labels are kept as they are', () => {
  expect(formTextFor('de')('too_large', { label: 'Preis {max} $&', max: 1234.5 })).toBe(
    '„Preis {max} $&“ darf höchstens 1.234,5 sein.',
  )
})
