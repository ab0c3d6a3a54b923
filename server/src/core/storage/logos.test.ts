import { expect, test } from 'vitest'
import { InvalidImage } from './images.ts'
import { squareLogo } from './logos.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'

test('an SVG may begin with a declaration, a document type and comments', async () => {
  const prologue = '\uFEFF<?xml version="1.0"?>\n<!-- Drawn by Dana -->\n<!DOCTYPE svg>\n<!---->\n'
  expect((await squareLogo(Buffer.from(`${prologue}${drawing}`), 16)).length).toBeGreaterThan(0)
})

test('ten thousand comments without a drawing are refused as quickly as one', async () => {
  for (const text of ['<!---->'.repeat(10_000), `<!-- ${drawing}`, `<!DOCTYPE svg [ ]>${drawing}`, drawing.slice(1)])
    await expect(squareLogo(Buffer.from(text), 16)).rejects.toThrow(InvalidImage)
})
