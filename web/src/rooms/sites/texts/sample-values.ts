import { countFor, placeholdersOf, pluralFormOf } from '@cutaway/contract/administration/message-texts.ts'
import { makeTranslate, type Values } from '../../../core/i18n/texts.ts'

/** Shows a text as people will read it, with example values in place of its placeholders. */

/** Placeholders that stand for a number. */
const numbers = new Set(
  ['number', 'most', 'least', 'total', 'from', 'to', 'limit', 'left', 'used', 'kept', 'units', 'people', 'locations']
    .concat(['seconds', 'minutes', 'page', 'pages', 'width', 'height', 'image', 'images', 'found', 'interest', 'item'])
    .concat(['done', 'missing', 'line']),
)

const samples: Values = {
  name: 'Dana Whitlock',
  customer: 'Marcus Hale',
  manager: 'Elena Voss',
  sender: 'Dana Whitlock',
  shop: 'Northgate Motors',
  company: 'Northgate Motors',
  site: 'Northgate Motors',
  place: 'Salem',
  location: 'Salem',
  email: 'dana@northgate.example',
  address: 'dana@northgate.example',
  phone: '+1 503 555 0142',
  film: 'Disc brake',
  percent: '72%',
  year: 2026,
  date: '2026-11-22',
  time: '11:52',
  duration: '0:31',
  reference: '7F3A-21C',
}

/** Returns an example for each placeholder of a text; a number fits the plural form of the key. */
export function sampleValues(key: string, english: string, tag: string): Values {
  const form = pluralFormOf(key, english)
  return Object.fromEntries(
    placeholdersOf(english).map((name) => {
      if (name === 'count') return [name, (form && countFor(form, tag)) ?? 12]
      return [name, samples[name] ?? (numbers.has(name) ? 12 : name.replaceAll('_', ' '))]
    }),
  )
}

/** Returns a text as the portal shows it, with example values. */
export const shownText = (key: string, english: string, text: string, tag: string): string =>
  makeTranslate({ [key]: text }, tag)(key, sampleValues(key, english, tag))
