import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import type { ShareFilm } from '../share.ts'
import type { DecisionDraft } from './findings.ts'
import { PreviewDecision } from './PreviewDecision.tsx'

/** Covers the customer's decision in the preview of the share dialog. */

const film = (part_id: string, part_name: string) => ({ part_id, part_name, poster_url: null }) as ShareFilm
const pads = film('BRKPAD', 'Brake pad wear')
const tires = film('TYRWER', 'Tire wear')
const scales = { BRKPAD: { unit: 'mm', new: 12, soon: 6, now: 3 } }

async function preview(films: readonly ShareFilm[], decision: DecisionDraft) {
  const draft = { films, decision, languageId: 50 }
  await render(<PreviewDecision draft={draft} scales={scales} />, { session: danasSession(['allow_share_sms']) })
  return () => document.body.textContent
}

test('shows each finding with its rating, value, price and note, and the total, as the customer reads them', async () => {
  const shown = await preview([pads, tires], {
    asks: 'decision',
    findings: {
      BRKPAD: { finding: 'Front brake pads', rating: 'red', measured: '2 mm', price: '389', note: 'The squeal.' },
      TYRWER: { rating: 'yellow', price: '298' },
    },
  })
  const row = (n: number) => () => page.getByRole('listitem').nth(n).element().textContent
  await expect.poll(row(0)).toMatch(/Front brake pads.*Replace now.*\$389\.00.*\u20682 mm\u2069 left.*New: \u206812 mm/)
  expect(row(1)()).toMatch(/Tire wear.*Replace soon.*\$298\.00/)
  expect(shown()).toMatch(/The squeal\..*Total for 2 repairs\$687\.00.*Approve all/)
})

test('a repair without a price says so, and the total names only the known prices', async () => {
  const shown = await preview([pads, tires], { asks: 'decision', findings: { BRKPAD: { price: '389' } } })
  await expect.poll(shown).toMatch(/Tire wearNo price yet.*Total of known prices\$389\.00/)
})

test('one film without details has only the answers', async () => {
  const shown = await preview([pads], { asks: 'decision', findings: {} })
  await expect.poll(shown).toMatch(/Approve the repair.*Not now.*Ask/)
  await expect.poll(() => page.getByRole('listitem').elements()).toEqual([])
})

test('a send that only informs shows its note and a question, no price and no approval', async () => {
  const shown = await preview([pads], {
    asks: 'information',
    findings: { BRKPAD: { note: 'All is well.', price: '9' } },
  })
  await expect.poll(shown).toMatch(/All is well\..*Ask a question/)
  expect(shown()).not.toMatch(/Approve|\$/)
})
