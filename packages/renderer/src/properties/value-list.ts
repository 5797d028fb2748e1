import { z } from 'zod/mini'

interface ValueListDef extends z.core.$ZodArrayDef {
  /** Accepts a list in one pass. The schema decides about each list that it does not accept. */
  isPlain: (list: readonly unknown[]) => boolean
}

/** Lists hold up to half a million values: a schema that tries each form of each value takes too long for that. */
const ValueList = z.core.$constructor<z.ZodMiniArray, ValueListDef>('ValueList', (list, def) => {
  z.ZodMiniArray.init(list, def)
  const { parse } = list._zod
  list._zod.parse = (payload, context) => {
    if (Array.isArray(payload.value) && def.isPlain(payload.value)) return payload
    // One error is enough: each further one takes as long as the first, and there may be as many as values.
    return parse(payload, { ...context, abortEarly: true })
  }
})

/** Whether the list may have been accepted in one pass. */
export const isValueList = (schema: z.ZodMiniType): boolean => schema instanceof ValueList

/** A list of many values. Its check ends at the first error. */
export function valueList<Item extends z.ZodMiniType>(
  element: Item,
  { max, isPlain }: { max: number; isPlain: ValueListDef['isPlain'] },
): z.ZodMiniArray<Item>
export function valueList(
  element: z.ZodMiniType,
  { max, isPlain }: { max: number; isPlain: ValueListDef['isPlain'] },
): z.ZodMiniArray {
  return new ValueList({ type: 'array', element, isPlain }).check(z.maxLength(max))
}
