import { sheet } from './en/sheet.ts'
import { textsOf } from './t.ts'

/** Texts of the contact sheet, which is loaded when it is opened. */
export const t = textsOf(sheet)
