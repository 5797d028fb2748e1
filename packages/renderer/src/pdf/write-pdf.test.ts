import { describe, expect, test } from 'vitest'
import { bytesOfText, openPdf } from './open-pdf.ts'
import { endOfPdf, PDF_HEADER, withStreams } from './write-pdf.ts'

describe('withStreams()', () => {
  test('leaves a short stream plain that was plain', () => {
    const form = '1 0 obj\n<</Subtype /Form\n/Length 8>> stream\n<01> Tj\n\nendstream\nendobj\n'
    const body = Buffer.concat([PDF_HEADER, bytesOfText(form)])
    const end = { offsets: new Map([[1, PDF_HEADER.length]]), trailer: '<</Size 2\n/Root 1 0 R>>', at: body.length }
    const pdf = openPdf(Buffer.concat([body, endOfPdf(end)]))
    const marked = '/Span <</ActualText <feff0041>>> BDC\n<01> Tj\nEMC\n'
    const raw = Buffer.from(withStreams(pdf, new Map([[1, marked]]))).toString('latin1')
    expect(raw).toContain(`/Length ${marked.length}>> stream\n${marked}\nendstream\nendobj\n`)
  })
})
