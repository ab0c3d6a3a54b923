import type { ScreenDay } from '@cutaway/contract/rooms/signage/plays.ts'
import type { Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import axe from 'axe-core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import FilmOnScreenDialog from './FilmOnScreenDialog.tsx'
import { PairButton } from './PairButton.tsx'
import ScreensTab from './ScreensTab.tsx'

/** Elena looks after the screens in her waiting rooms. */

const tv: Screen = {
  screen_id: 1,
  name: 'Harbor Road waiting room',
  location_id: 7,
  location_name: 'Harbor Road',
  state: 'online',
  last_seen_at: '2026-11-20T18:12:00.000Z',
  app_version: '1',
  width: 1920,
  height: 1080,
  playing: { title: 'Oil circuit', kind: 'film', part_id: 'ENGOIL', place: 2, of: 9, left: null },
  poster: null,
  kept: { items: 9, of: 9, bytes: 412_000_000, is_full: false },
  clock_offset_ms: 300,
  is_muted: 0,
  is_watched: 1,
  told_at: null,
  told_name: null,
  play_title: null,
}
const dark: Screen = {
  ...tv,
  screen_id: 2,
  name: 'Window',
  location_id: 8,
  location_name: 'Mill Lane',
  state: 'dark',
  width: 1080,
  height: 1920,
  playing: null,
  told_at: '2026-11-20T17:08:00.000Z',
  told_name: 'Elena Voss',
}
const day: ScreenDay = { started: 118, finished: 115, skipped: 3, reasons: [], late: null }

let kept: Screen[]
async function open(screens: Screen[], more: FakeHandlers['signage'] = {}) {
  await page.viewport(1440, 900)
  kept = screens
  const api = fakeApi({
    signage: {
      getScreens: () => kept,
      getScreenDay: () => day,
      getScreenPlaces: () => [{ location_id: 7, name: 'Harbor Road' }],
      ...more,
    },
  })
  function Held() {
    const [pairing, setPairing] = useState(false)
    return (
      <>
        <PairButton variant="filled" onClick={() => setPairing(true)} />
        <ScreensTab pairing={pairing} onPairing={setPairing} />
      </>
    )
  }
  await render(<Held />, { session: danasSession(['manage_looped_animations']) })
  return api
}
const row = (name: RegExp) => page.getByRole('row', { name })

test('she sees what each screen plays, which one is dark and who was told', async () => {
  await open([tv, dark])
  await expect.element(row(/Harbor Road waiting room.*Oil circuit.*2 of 9.*Online.*Now/)).toBeVisible()
  await expect.element(row(/Window.*Not known.*Elena Voss.*Dark/)).toBeVisible()
  await expect.element(page.getByText('1 online, 1 dark')).toBeVisible()
  const { violations } = await axe.run(document.body, wcag)
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('a screen opens with its proof of play; what a dark one cannot do is off', async () => {
  await open([tv, dark])
  await page.getByRole('button', { name: 'Harbor Road waiting room', exact: true }).click()
  const card = page.getByRole('region', { name: 'Harbor Road waiting room' })
  await expect.element(card.getByText('118')).toBeVisible()
  await expect.element(card.getByText('9 of 9, 412 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Window', exact: true }).click()
  const off = page.getByRole('region', { name: 'Window' })
  await expect.element(off.getByRole('button', { name: 'Play a film now' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Show its name: Window' })).toBeDisabled()
})

test('a disk that is full and a clock that is wrong by hours are told', async () => {
  await open([{ ...tv, kept: { items: 4, of: 9, bytes: 90_000_000, is_full: true }, clock_offset_ms: 7_200_000 }])
  await page.getByRole('button', { name: 'Harbor Road waiting room', exact: true }).click()
  const card = page.getByRole('region', { name: 'Harbor Road waiting room' })
  await expect.element(card.getByText('4 of 9, 90 MB')).toBeVisible()
  await expect.element(card.getByText(/full/i)).toBeVisible()
  await expect.element(card.getByText(/7,200/)).toBeVisible()
})

test('a screen is muted, renamed and revoked from its row', async () => {
  const change = ({ body }: { body: Partial<Screen> }) => {
    kept = kept.map((one) => ({ ...one, ...body }))
    return kept[0]!
  }
  const api = await open([tv], {
    updateScreen: change,
    revokeScreen: () => {
      kept = []
      return { screen_id: 1 }
    },
  })
  await page.getByRole('button', { name: /Mute.*Harbor Road waiting room/ }).click()
  await expect.poll(() => api.calls('updateScreen')[0]?.body).toMatchObject({ screen_id: 1, is_muted: 1 })
  const menu = page.getByRole('button', { name: /More.*Harbor Road waiting room/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename or move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(api.calls('updateScreen')).toHaveLength(1)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lounge')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(row(/Lounge/)).toBeVisible()
  await page.getByRole('button', { name: /More.*Lounge/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke screen' }).click()
  await page.getByRole('button', { name: 'Revoke screen', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Pair your first screen' })).toBeVisible()
})

test('she types the code that the screen shows; a wrong one is refused before she names the screen', async () => {
  const api = await open([], {
    findScreenCode: ({ body }) =>
      body.code === 'K7M4X2'
        ? { width: 1920, height: 1080, expires_at: '2026-11-20T18:20:00.000Z' }
        : refusal('screen_code_unknown'),
    pairScreen: ({ body }) => {
      kept = [{ ...tv, name: body.name }]
      return kept[0]!
    },
  })
  await page.getByRole('button', { name: 'Pair a screen' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill('AAAAA2')
  await expect.element(dialog.getByText('No screen shows this code. It changes every 10 minutes.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Pair screen', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill('k7m 4x2')
  await expect.element(dialog.getByText(/1920 × 1080/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lounge')
  await dialog.getByRole('button', { name: 'Pair screen', exact: true }).click()
  await expect.element(row(/Lounge/)).toBeVisible()
  expect(api.calls('pairScreen')[0]!.body).toMatchObject({ code: 'K7M4X2', name: 'Lounge', location_id: 7 })
})

test('screens that did not load can be asked for again', async () => {
  let fails = true
  await open([tv], { getScreens: () => (fails ? refusal('server_error', 500) : kept) })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row(/Harbor Road waiting room/)).toBeVisible()
})

test('the film of a page plays on a screen that is online; a refusal leaves the dialog open', async () => {
  await page.viewport(1440, 900)
  let refuses = true
  const api = fakeApi({
    signage: {
      getScreens: () => [tv, dark],
      playOnScreen: () => (refuses ? refusal('screen_not_heard') : tv),
    },
  })
  const closed: string[] = []
  await render(<FilmOnScreenDialog partId="BRKDSC" title="Disc brake" onClose={() => closed.push('closed')} />, {
    session: danasSession(['manage_looped_animations']),
  })
  await expect.element(page.getByRole('button', { name: /Window/ })).toBeDisabled()
  const play = page.getByRole('button', { name: /Harbor Road waiting room/ })
  await play.click()
  await expect.poll(() => api.calls('playOnScreen').length).toBe(1)
  await expect.element(play).toBeEnabled()
  expect(closed).toEqual([])
  refuses = false
  await play.click()
  await expect.poll(() => closed).toEqual(['closed'])
  expect(api.calls('playOnScreen')[1]!.body).toEqual({ screen_id: 1, part_id: 'BRKDSC', lang_id: 50 })
})

test('without a screen the dialog leads to where one is paired', async () => {
  fakeApi({ signage: { getScreens: () => [] } })
  const { path } = await render(<FilmOnScreenDialog partId="BRKDSC" title="Disc brake" onClose={() => undefined} />, {
    session: danasSession(['manage_looped_animations']),
  })
  await page.getByRole('link', { name: 'Pair a screen' }).click()
  expect(path()).toBe('/screens')
})
