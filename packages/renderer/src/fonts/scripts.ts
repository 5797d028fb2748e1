/** A script, and how to tell whether a font has it. */
export interface Script {
  /** In English. */
  readonly name: string
  /** One of its letters. */
  readonly letter: RegExp
  /** Subsets of Google Fonts whose fonts have it. */
  readonly subsets: readonly string[]
  /** Words that are set in it: a font whose letters they are has the script. */
  readonly words: string
}

/** Fonts for one language of East Asia have the signs that it shares. */
const chinese = ['chinese-simplified', 'chinese-traditional', 'chinese-hongkong']

export const scripts: readonly Script[] = [
  { name: 'Latin', letter: /\p{Script=Latin}/u, subsets: ['latin', 'vietnamese'], words: 'Hamburgefonstiv 0123456789' },
  { name: 'Greek', letter: /\p{Script=Greek}/u, subsets: ['greek'], words: 'Ξεσκεπάζω την ψυχή' },
  { name: 'Cyrillic', letter: /\p{Script=Cyrillic}/u, subsets: ['cyrillic'], words: 'Съешь же ещё этих булок' },
  { name: 'Arabic', letter: /\p{Script=Arabic}/u, subsets: ['arabic'], words: 'أبجد هوز حطي كلمن' },
  { name: 'Hebrew', letter: /\p{Script=Hebrew}/u, subsets: ['hebrew'], words: 'דג סקרן שט בים' },
  { name: 'Devanagari', letter: /\p{Script=Devanagari}/u, subsets: ['devanagari'], words: 'नमस्ते दुनिया' },
  { name: 'Bengali', letter: /\p{Script=Bengali}/u, subsets: ['bengali'], words: 'নমস্কার বিশ্ব' },
  { name: 'Gurmukhi', letter: /\p{Script=Gurmukhi}/u, subsets: ['gurmukhi'], words: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ' },
  { name: 'Gujarati', letter: /\p{Script=Gujarati}/u, subsets: ['gujarati'], words: 'નમસ્તે દુનિયા' },
  { name: 'Tamil', letter: /\p{Script=Tamil}/u, subsets: ['tamil'], words: 'வணக்கம் உலகம்' },
  { name: 'Telugu', letter: /\p{Script=Telugu}/u, subsets: ['telugu'], words: 'నమస్కారం ప్రపంచం' },
  { name: 'Kannada', letter: /\p{Script=Kannada}/u, subsets: ['kannada'], words: 'ನಮಸ್ಕಾರ ಪ್ರಪಂಚ' },
  { name: 'Malayalam', letter: /\p{Script=Malayalam}/u, subsets: ['malayalam'], words: 'നമസ്കാരം ലോകം' },
  { name: 'Sinhala', letter: /\p{Script=Sinhala}/u, subsets: ['sinhala'], words: 'ආයුබෝවන් ලෝකය' },
  { name: 'Thai', letter: /\p{Script=Thai}/u, subsets: ['thai'], words: 'สวัสดีชาวโลก' },
  { name: 'Lao', letter: /\p{Script=Lao}/u, subsets: ['lao'], words: 'ສະບາຍດີຊາວໂລກ' },
  { name: 'Khmer', letter: /\p{Script=Khmer}/u, subsets: ['khmer'], words: 'សួស្តីពិភពលោក' },
  { name: 'Burmese', letter: /\p{Script=Myanmar}/u, subsets: ['myanmar'], words: 'မင်္ဂလာပါ' },
  { name: 'Georgian', letter: /\p{Script=Georgian}/u, subsets: ['georgian'], words: 'გამარჯობა მსოფლიო' },
  { name: 'Armenian', letter: /\p{Script=Armenian}/u, subsets: ['armenian'], words: 'Բարեւ աշխարհ' },
  { name: 'Ethiopic', letter: /\p{Script=Ethiopic}/u, subsets: ['ethiopic'], words: 'ሰላም ለዓለም' },
  {
    name: 'Kana',
    letter: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    subsets: ['japanese', 'korean', ...chinese],
    words: 'いろはにほへと カタカナ',
  },
  { name: 'Hangul', letter: /\p{Script=Hangul}/u, subsets: ['korean'], words: '다람쥐 헌 쳇바퀴' },
  { name: 'Han', letter: /\p{Script=Han}/u, subsets: ['japanese', 'korean', ...chinese], words: '永字八法' },
]
