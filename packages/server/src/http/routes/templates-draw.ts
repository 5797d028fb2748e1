import { contract } from '@pictable/client'
import { drawDesign } from '#core/template/draw-design.ts'
import { namedParts } from '#core/template/named-parts.ts'
import { parseDesign } from '#core/template/save-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentDrawn } from '#http/present/drawn.ts'
import { presentFillable } from '#http/present/template.ts'

export const templatesDraw = bind(contract.templates.draw)(async ({ world, body }) => {
  const { values, width } = body
  const design = parseDesign(body.design)
  const version = { templateId: null, version: null, design }
  const { file, error, warnings } = await drawDesign(world, { version, values, widthPx: width })
  const { fonts, assets } = await namedParts(world, design, values)
  const named = fonts.map(({ family, isKnown }) => ({ family, known: isKnown }))
  const image = file && presentDrawn(file)
  return { status: 200, body: { image, error, warnings, ...presentFillable(design), fonts: named, assets } }
})
