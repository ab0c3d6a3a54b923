import type { FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import axe from 'axe-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Covers the list below the search field: keys, late results, no results and failures. */

const film = (part_id: string, part_name: string, words: string): FoundFilm => ({
  part_id,
  part_name,
  subtitle: '',
  video_type: 'narrated',
  system_id: 1,
  sub_system_id: 101,
  system_name: 'Brakes',
  duration: 25,
  steps: 0,
  poster_url: null,
  isNew: 0,
  matches: [{ kind: 'name', text: words, language_id: 50, marks: [[0, words.length]], is_typo: 0, films: 1 }],
})
const disc = film('BRKDSC', 'Disc brake', 'Disc brake')
const shock = film('SUSDMP', 'Shock absorber', 'Shock absorber')
const engine = film('ENGFST', 'Four-stroke engine', 'P0301')

async function open(getSearchedResults: NonNullable<FakeHandlers['catalogue']>['getSearchedResults']) {
  fakeApi({
    catalogue: {
      getSearchedResults,
      getCommonSymptoms: () => [],
      getTroubleCode: () => null,
      getMainSystemsSubSystemsHierarchy: () => ({ mainSystems: [], mainSystemSubSystems: [], allAnimation: [] }),
    },
  })
  return render(<SearchBox place="page" />, { path: '/home', session: danasSession(['allow_view_animations']) })
}
const field = page.getByRole('combobox', { name: 'Search' })
const row = (name: RegExp) => page.getByRole('row', { name })

beforeEach(() => page.viewport(1440, 900))

test('Escape closes the list and then empties the field; an empty field shows no list', async () => {
  await open(() => [disc])
  await field.fill('   ')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => page.getByRole('grid').elements()).toEqual([])
  await field.fill('brake')
  await expect.element(page.getByRole('grid')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('grid').query()).toBeNull()
  await expect.element(field).toHaveValue('brake')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
})

test('ignores a late response to an earlier query', async () => {
  const late = Promise.withResolvers<FoundFilm[]>()
  const asked: string[] = []
  await open(({ body }) => {
    asked.push(body.keyword)
    return body.keyword === 'shock' ? late.promise : [engine]
  })
  await field.fill('shock')
  await expect.poll(() => asked).toContain('shock')
  await field.fill('P0301')
  await expect.element(row(/Four-stroke engine/)).toBeVisible()
  late.resolve([shock])
  await late.promise
  await expect.element(row(/Four-stroke engine/)).toBeVisible()
  await expect.poll(() => row(/Shock absorber/).elements()).toEqual([])
})

test('shows a message when nothing is found, and offers a retry when the search fails', async () => {
  let broken = true
  await open(({ body: { keyword } }) => {
    if (keyword === 'xylophone') return []
    return broken ? refusal('server_error', 429) : [engine]
  })
  await field.fill('xylophone')
  await expect.element(page.getByRole('heading', { name: 'No films for “xylophone”' })).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await field.fill('piston')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  broken = false
  await again.click()
  await expect.element(row(/Four-stroke engine/)).toBeVisible()
  await expect.poll(() => again.elements()).toEqual([])
})

test.each(['ltr', 'rtl'])('the list of films is accessible and fits the width (%s)', async (direction) => {
  document.documentElement.dir = direction
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await open(() => [disc, shock])
  await field.fill('brake')
  await expect.element(row(/Disc brake/)).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(1440)
})
