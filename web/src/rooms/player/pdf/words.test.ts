import type { PartsPdf, PdfText } from '@cutaway/contract/rooms/player/pdf.ts'
import { describe, expect, test } from 'vitest'
import { addressOf, paragraphsOf, wordsIn } from './words.ts'

const text = (language_id: number, more: Partial<PdfText> = {}): PdfText => ({
  language_id,
  language_code: 'en-US',
  name: 'English',
  direction: 'ltr',
  tag_name: `in ${language_id}`,
  subtitle: '',
  system_name: '',
  pdf_text: '',
  caption1: '',
  caption2: '',
  str_copy_right: '',
  pdf_url: null,
  ...more,
})
const pdf = (served: number, asked: number, others: number[]): PartsPdf => ({
  ...text(served),
  part_id: 'BRKDSC',
  asked_language_id: asked,
  translated_text: others.map((id) => text(id)),
  location_details: null,
  pdf_logo: '',
  pdf_image1: null,
  pdf_image2: null,
})

describe('the text of a PDF', () => {
  test('is in the chosen language', () => {
    expect(wordsIn(pdf(50, 50, [50, 71]), 71)).toMatchObject({ words: { language_id: 71 }, standIn: false })
  })
  test('falls back to English, and reports it', () => {
    expect(wordsIn(pdf(71, 71, [50, 71]), 26)).toMatchObject({ words: { language_id: 50 }, standIn: true })
    expect(wordsIn(pdf(50, 26, [71]), 26)).toMatchObject({ words: { language_id: 50 }, standIn: true })
  })
  test('falls back to the available text if there is no English one', () => {
    expect(wordsIn(pdf(71, 71, [71]), 26)).toMatchObject({ words: { language_id: 71 }, standIn: true })
  })
})

test('the first paragraph is the lead; a line break inside a paragraph is removed', () => {
  expect(paragraphsOf(text(50, { pdf_text: 'A brake\nslows.\n\nTwo.\n \nThree.' }))).toEqual({
    lead: 'A brake slows.',
    others: ['Two.', 'Three.'],
  })
})

describe('the sender of a PDF', () => {
  const at = {
    business_name: 'Northgate',
    location_name: 'Harbour Road',
    street1: '418 Harbour Road',
    city: 'Portland',
    state: '',
    zip: '97201',
    phone: '',
  }
  test('is the business with its location; unknown fields are omitted', () => {
    expect(addressOf({ ...pdf(50, 50, []), location_details: at }, 'Cutaway')).toEqual({
      name: 'Northgate',
      lines: ['Harbour Road', '418 Harbour Road', 'Portland, 97201'],
    })
  })
  test('is the location if the business hides its name, and the site if neither is known', () => {
    expect(addressOf({ ...pdf(50, 50, []), location_details: { ...at, business_name: '' } }, 'Cutaway').name).toBe(
      'Harbour Road',
    )
    expect(addressOf(pdf(50, 50, []), 'Cutaway')).toEqual({ name: 'Cutaway', lines: [] })
  })
})
