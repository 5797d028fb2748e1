import { kept } from './kept.ts'

/** Which way the interface reads. The catalogue is English; `localStorage` may turn it around, to try that. */
export function direction(): 'ltr' | 'rtl' {
  return kept.get('pictable.direction') === 'rtl' ? 'rtl' : 'ltr'
}
