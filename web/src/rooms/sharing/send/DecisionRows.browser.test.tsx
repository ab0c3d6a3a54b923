import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import type { ShareFilm } from '../share.ts'
import { DecisionRows } from './DecisionRows.tsx'
import { emptyDecision, filmRows, type DecisionDraft } from './findings.ts'

/** Covers the rows in which the sender enters what was found. */

const film = (part_id: string, part_name: string) => ({ part_id, part_name }) as ShareFilm
const films = [film('BRKPAD', 'Brake pad wear'), film('TYRWER', 'Tire wear')]

async function open() {
  let draft: DecisionDraft = emptyDecision
  function Rows() {
    const [chosen, setChosen] = useState<readonly ShareFilm[]>(films)
    const [decision, setDecision] = useState(emptyDecision)
    const change = (next: DecisionDraft) => {
      draft = next
      setDecision(next)
    }
    return (
      <DecisionRows
        films={chosen}
        languageId={50}
        decision={decision}
        currency="USD"
        onFilms={setChosen}
        onChange={change}
      />
    )
  }
  await render(<Rows />, { session: danasSession(['allow_share_sms']) })
  return { sent: () => filmRows(films, draft, 'USD') }
}

test('one row a film: finding, rating, measured value, price and note', async () => {
  const { sent } = await open()
  const pads = page.getByRole('group', { name: 'Brake pad wear' })
  await pads.getByRole('textbox', { name: 'Finding' }).fill('Front brake pads')
  await pads.getByRole('combobox', { name: 'Rating' }).selectOptions('Replace now')
  await pads.getByRole('textbox', { name: 'Measured' }).fill('2 mm')
  await pads.getByRole('textbox', { name: 'Price (USD)' }).fill('389')
  expect(sent()).toEqual({
    asks: 'decision',
    films: [
      { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', measured: '2 mm', price: 38_900 },
      { part_id: 'TYRWER' },
    ],
  })
})

test('a film and what was found for it are one row, with the total below; a green row does not count', async () => {
  await open()
  const rows = page.getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(2)
  const pads = rows.filter({ hasText: 'Brake pad wear' })
  await pads.getByRole('textbox', { name: 'Price (USD)' }).fill('389')
  const tires = rows.filter({ hasText: 'Tire wear' })
  await tires.getByRole('textbox', { name: 'Price (USD)' }).fill('298')
  await expect.element(page.getByText('Total \u2068$687.00\u2069')).toBeVisible()
  await tires.getByRole('combobox', { name: 'Rating' }).selectOptions('Good')
  await expect.element(page.getByText('Total \u2068$389.00\u2069')).toBeVisible()
  await tires.getByRole('button', { name: 'Remove Tire wear' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Finding' }).elements().length).toBe(1)
})

test('a note has its field when it is wanted, with the cursor in it', async () => {
  const { sent } = await open()
  const pads = page.getByRole('group', { name: 'Brake pad wear' })
  await expect.poll(() => pads.getByRole('textbox', { name: 'Note to the customer' }).elements()).toEqual([])
  const more = page.getByRole('button', { name: 'More for Brake pad wear' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Add a note' }).click()
  await expect.element(pads.getByRole('textbox', { name: 'Note to the customer' })).toHaveFocus()
  await pads.getByRole('textbox', { name: 'Note to the customer' }).fill('The squeal that you heard.')
  expect(sent().films[0]).toMatchObject({ note: 'The squeal that you heard.' })
})

test('a price that is no amount says how to correct it', async () => {
  await open()
  const price = page.getByRole('group', { name: 'Tire wear' }).getByRole('textbox', { name: 'Price (USD)' })
  await price.fill('cheap')
  await expect.element(page.getByText('Enter an amount, such as 389.00.')).toBeVisible()
  await price.fill('298.00')
  await expect.poll(() => page.getByText('Enter an amount').elements()).toEqual([])
})

test('information only needs no rows', async () => {
  const { sent } = await open()
  await page.getByRole('radio', { name: 'Information only' }).click()
  await expect.poll(() => page.getByRole('textbox').elements()).toEqual([])
  expect(sent()).toEqual({ asks: 'information', films: [{ part_id: 'BRKPAD' }, { part_id: 'TYRWER' }] })
})

test('a film is one line of fields under named columns; the finding starts as the name of the film', async () => {
  const { sent } = await open()
  const top = (element: Element) => Math.round(element.getBoundingClientRect().top)
  const pads = page.getByRole('group', { name: 'Brake pad wear' })
  await expect.element(pads.getByRole('textbox', { name: 'Finding' })).toHaveValue('Brake pad wear')
  const fields = [
    ...pads.getByRole('textbox').elements(),
    ...pads.getByRole('combobox').elements(),
    page.getByRole('button', { name: 'More for Brake pad wear' }).element().parentElement!,
  ]
  expect(fields).toHaveLength(5)
  expect(new Set(fields.map(top)).size).toBe(1)
  const inOrder = [
    page.getByRole('button', { name: 'Move Brake pad wear' }).element(),
    page.getByRole('listitem').first().element().querySelector('img, span')!,
    pads.getByRole('textbox', { name: 'Finding' }).element(),
    pads.getByRole('combobox').element(),
    pads.getByRole('textbox', { name: 'Measured' }).element(),
    pads.getByRole('textbox', { name: 'Price (USD)' }).element(),
    page.getByRole('button', { name: 'More for Brake pad wear' }).element(),
    page.getByRole('button', { name: 'Remove Brake pad wear' }).element(),
  ].map((element) => element.getBoundingClientRect())
  for (const [i, { left }] of inOrder.entries())
    expect(left).toBeGreaterThanOrEqual(i === 0 ? 0 : inOrder[i - 1]!.right)
  for (const column of ['Film', 'Finding', 'Rating', 'Measured', 'Price (USD)'])
    expect(
      page
        .getByText(column, { exact: true })
        .elements()
        .some((one) => top(one) < top(fields[0]!)),
    ).toBe(true)
  // A name that was not changed is left to the server, which knows it in the customer's language.
  expect(sent().films).toEqual([{ part_id: 'BRKPAD' }, { part_id: 'TYRWER' }])
})

test('films move by the menu of their row', async () => {
  await open()
  await page.getByRole('button', { name: 'More for Tire wear' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Move down' }).elements()).toEqual([])
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  const first = page.getByRole('listitem').first()
  await expect.element(first.getByRole('group', { name: 'Tire wear' })).toBeInTheDocument()
})
