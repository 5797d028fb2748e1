import { ApiError } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#dashboard/api/client.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { jsonMistake } from '#dashboard/parts/source/json-mistake.ts'
import type { Note } from '#dashboard/parts/source/source-editor.tsx'
import { type Drawn, designIn, type Values } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import { useSettled } from '#dashboard/ui/use-settled.ts'

const waitMs = 250

/** A note with the words for its place. */
export interface Remark extends Note {
  where: string
}

export interface DrawnState {
  /** What was said of the last design that was one. */
  drawn: Drawn | null
  /** The last that could be drawn. */
  picture: Drawn['image']
  /** What is typed does not look like this: it is not JSON, or no design. */
  isOlder: boolean
  isDrawing: boolean
  /** Mistakes in the source, at their places. */
  notes: readonly Remark[]
  /** Why the server could not be asked. */
  error: Error | null
}

/** `/design/layers/0/fill` as the path inside of the source. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(2)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}

const remarkAt = (path: (string | number)[], said: Pick<Note, 'severity' | 'message'>): Remark => ({
  ...said,
  place: path,
  where: path.join('.'),
})

function mistakesIn(error: Error | null): Remark[] {
  return [...fieldErrors(error)].map(([pointer, message]) => remarkAt(pathOf(pointer), { severity: 'error', message }))
}

/** As long as it is no JSON, nothing else is known of it. */
function noJson(source: string): Remark[] {
  const mistake = jsonMistake(source)
  if (mistake === null) return []
  const { at, line, message } = mistake
  return [{ place: at, where: t('templates.line', { line }), severity: 'error', message }]
}

/** Where the layer of that name stands in a design, groups included. */
export function pathOfLayer(part: unknown, name: string, path: (string | number)[] = []): (string | number)[] | null {
  if (typeof part !== 'object' || part === null) return null
  for (const key of ['layers', 'children']) {
    const layers: unknown = Reflect.get(part, key)
    if (!Array.isArray(layers)) continue
    for (const [at, layer] of layers.entries()) {
      const here = [...path, key, at]
      if (typeof layer === 'object' && layer !== null && Reflect.get(layer, 'name') === name) return [...here, 'name']
      const inside = pathOfLayer(layer, name, here)
      if (inside) return inside
    }
  }
  return null
}

function remarksOn(drawn: Drawn | null, design: unknown): Remark[] {
  if (drawn === null) return []
  const { error, warnings } = drawn
  const remarks = [
    ...(error ? [{ ...error, severity: 'error' as const }] : []),
    // Information needs no mark in the source.
    ...warnings
      .filter(({ severity }) => severity === 'warning')
      .map((warning) => ({ ...warning, severity: 'warning' as const })),
  ]
  return remarks.flatMap(({ layer, severity, message }) => {
    const path = layer === null ? null : pathOfLayer(design, layer)
    return path ? [remarkAt(path, { severity, message })] : []
  })
}

/** The design as the server draws it, soon after it was typed. */
export function useDrawn(source: string, values: Values): DrawnState {
  const settled = useSettled(source, waitMs)
  const settledValues = useSettled(values, waitMs)
  const design = designIn(settled)
  const query = useQuery({
    queryKey: ['drawn', settled, settledValues],
    queryFn: ({ signal }) => client.templates.draw({ body: { design: design ?? {}, values: settledValues }, signal }),
    enabled: design !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  })
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [picture, setPicture] = useState<Drawn['image']>(null)
  if (query.data && query.data !== drawn) {
    setDrawn(query.data)
    // A value that cannot be drawn leaves the picture of before in sight.
    if (query.data.image) setPicture(query.data.image)
  }
  const isInvalid = query.error instanceof ApiError && query.error.status === 400
  const hasFailed = query.error !== null || (query.data ?? drawn)?.error != null
  return {
    drawn,
    picture,
    isOlder: designIn(source) === null || hasFailed,
    isDrawing: query.isFetching || settled !== source,
    notes: [...noJson(settled), ...mistakesIn(query.error), ...remarksOn(query.data ?? null, design)],
    error: isInvalid ? null : query.error,
  }
}
