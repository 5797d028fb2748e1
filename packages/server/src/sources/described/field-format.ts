import { durationForms, type FieldFormat } from '@pictable/model/field-format'
import { z } from 'zod'
import { dateFormat, datePattern } from '#sources/hosted/date-form.ts'
import { currencyFormat, decimalFormat, percentFormat, percentSignFormat } from '#sources/hosted/display-format.ts'
import { at, fits, plain } from './notation.ts'
import { conditions, path } from './notation-schema.ts'

const decimals = path.optional().meta({ description: 'Where the field says how many decimals it shows' })

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('number'), decimals }),
  z.strictObject({ type: z.literal('percent'), decimals }).meta({ description: 'A value of 0.25 is shown as 25 %' }),
  z.strictObject({ type: z.literal('percent_sign'), decimals }).meta({ description: 'A value of 25 is shown as 25 %' }),
  z.strictObject({
    type: z.literal('currency'),
    symbol: path.meta({ description: 'Where the symbol or the code of the currency is, such as € or EUR' }),
    decimals,
  }),
  z.strictObject({
    type: z.literal('date'),
    style: z.enum(['long', 'medium', 'short']).default('medium'),
    has_time: z.boolean().default(false),
    time_zone: path.optional().meta({ description: 'Where the field has the name of its time zone' }),
    date_form: path.optional().meta({
      description:
        'Where the field has the pattern of its dates, such as dd/MM/yyyy or DD/MM/YYYY. Without one, the style is used',
    }),
    time_form: path.optional().meta({ description: 'Where the field has the pattern of its times, such as HH:mm' }),
    forms: z
      .record(
        z.string().max(100),
        z
          .string()
          .max(50)
          .refine((form) => datePattern(form) !== undefined, 'is not a pattern such as "dd/MM/yyyy"'),
      )
      .default({})
      .meta({ description: 'Patterns of forms that the product has a word for' }),
  }),
  z.strictObject({
    type: z.literal('duration'),
    form: path.meta({ description: `Where the form is: ${durationForms.join(', ')}` }),
  }),
])

export const formatRule = z.strictObject({
  types: z.array(z.string().max(100)).min(1).max(50),
  when: conditions.default([]),
  format: format.nullable().meta({ description: 'null: values are shown as they are' }),
})

export type FormatRule = z.output<typeof formatRule>
type Format = z.output<typeof format>

function textFrom(entry: unknown, where: string | undefined): string | undefined {
  return (where !== undefined && plain(at(entry, where))) || undefined
}

function decimalsAt(entry: unknown, where: string | undefined): number | undefined {
  const count = Number(textFrom(entry, where) ?? Number.NaN)
  return Number.isInteger(count) && count >= 0 && count <= 20 ? count : undefined
}

function formatOf(rule: Format, entry: unknown): FieldFormat | null {
  switch (rule.type) {
    case 'number':
      return decimalFormat(decimalsAt(entry, rule.decimals))
    case 'percent':
      return percentFormat(decimalsAt(entry, rule.decimals))
    case 'percent_sign':
      return percentSignFormat(decimalsAt(entry, rule.decimals))
    case 'currency': {
      const digits = decimalsAt(entry, rule.decimals)
      return currencyFormat(plain(at(entry, rule.symbol)), digits) ?? decimalFormat(digits)
    }
    case 'date': {
      const form = (where: string | undefined) => {
        const given = textFrom(entry, where)
        return given !== undefined && Object.hasOwn(rule.forms, given) ? rule.forms[given] : given
      }
      const timeForm = rule.time_form === undefined ? '' : form(rule.time_form)
      const [date, time] = [form(rule.date_form), rule.has_time ? timeForm : null]
      return dateFormat({ date, time, timeZone: textFrom(entry, rule.time_zone), style: rule.style })
    }
    case 'duration': {
      const given = plain(at(entry, rule.form)).toLowerCase()
      const form = durationForms.find((each) => each.toLowerCase() === given)
      return form === undefined ? null : { type: 'duration', form }
    }
  }
}

/** How the product shows the values of a field, by the first rule that fits; null for those that it shows as it gives them. */
export function readFieldFormat(rules: readonly FormatRule[], entry: unknown, type: string): FieldFormat | null {
  const rule = rules.find(({ types, when }) => types.includes(type) && fits(entry, when))
  return rule?.format ? formatOf(rule.format, entry) : null
}
