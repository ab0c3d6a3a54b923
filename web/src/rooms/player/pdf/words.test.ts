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

describe('the words of a PDF', () => {
  test('are those of the chosen language', () => {
    expect(wordsIn(pdf(50, 50, [50, 71]), 71)).toMatchObject({ words: { language_id: 71 }, standIn: false })
  })
  test('are English where there are none, and this is said', () => {
    expect(wordsIn(pdf(71, 71, [50, 71]), 26)).toMatchObject({ words: { language_id: 50 }, standIn: true })
    expect(wordsIn(pdf(50, 26, [71]), 26)).toMatchObject({ words: { language_id: 50 }, standIn: true })
  })
  test('are those that came where even English is missing', () => {
    expect(wordsIn(pdf(71, 71, [71]), 26)).toMatchObject({ words: { language_id: 71 }, standIn: true })
  })
})

test('the first paragraph leads; a line break inside one is none of the text', () => {
  expect(paragraphsOf(text(50, { pdf_text: 'A brake\nslows.\n\nTwo.\n \nThree.' }))).toEqual({
    lead: 'A brake slows.',
    others: ['Two.', 'Three.'],
  })
})

describe('who hands it out', () => {
  const at = {
    business_name: 'Northgate',
    location_name: 'Harbour Road',
    street1: '418 Harbour Road',
    city: 'Portland',
    state: '',
    zip: '97201',
    phone: '',
  }
  test('is the business with its location, without what is not known', () => {
    expect(addressOf({ ...pdf(50, 50, []), location_details: at }, 'Cutaway')).toEqual({
      name: 'Northgate',
      lines: ['Harbour Road', '418 Harbour Road', 'Portland, 97201'],
    })
  })
  test('is the location where the business hides its name, and the site where nobody is known', () => {
    expect(addressOf({ ...pdf(50, 50, []), location_details: { ...at, business_name: '' } }, 'Cutaway').name).toBe(
      'Harbour Road',
    )
    expect(addressOf(pdf(50, 50, []), 'Cutaway')).toEqual({ name: 'Cutaway', lines: [] })
  })
})
